"""What the server that forks the workers loads once for all of them.

It must start no thread, since a fork does not carry threads over: no polars, which does.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)  # from the first moment on: the parent decides

from numba.core.registry import cpu_target  # noqa: E402

import simcards.engine  # noqa: E402, F401  the workers find it loaded

cpu_target.target_context.refresh()  # numba would do so at each worker's first kernel, in 0.4 s
