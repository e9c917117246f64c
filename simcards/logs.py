"""One log file a run, which holds what the parent and all workers say."""

import contextlib
import logging
from collections.abc import Iterator
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any
from unittest import mock

from simcards.errors import RunError
from simcards.manifest import cannot_write

FILE = "log.txt"
FORMAT = "%(asctime)s %(levelname)s %(processName)s %(name)s: %(message)s"
WORKER_LEVEL = logging.INFO  # a line a part; never a line a match


@contextlib.contextmanager
def log_file(folder: Path, context: BaseContext) -> Iterator[Any]:
    """Send the log of `simcards` to the run's file; gives the queue that workers send theirs to.

    multiprocessing-logging makes its queue from the default context, which may be fork; it is
    handed the pool's own.
    """
    import multiprocessing_logging

    try:
        file = logging.FileHandler(folder / FILE, encoding="utf-8")
    except OSError as error:
        raise RunError(cannot_write(folder / FILE, error)) from None
    file.setFormatter(logging.Formatter(FORMAT))
    file.handleError = lambda record: None  # type: ignore[method-assign]  # a full disk: no log
    with mock.patch.object(multiprocessing_logging, "multiprocessing", context):
        handler = multiprocessing_logging.MultiProcessingHandler("simcards", sub_handler=file)
    handler.queue.cancel_join_thread()  # a killed worker may hold the queue's lock for ever
    logger = logging.getLogger("simcards")
    level, spreads = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield handler.queue
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = spreads
        with contextlib.suppress(OSError):  # what a full disk did not take
            handler.close()
