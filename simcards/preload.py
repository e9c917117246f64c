"""What the server that forks the workers loads once for all of them.

It must start no thread, since a fork does not carry threads over: no polars, which does.
"""

from numba.core.registry import cpu_target

import simcards.engine  # noqa: F401  the workers find it loaded

cpu_target.target_context.refresh()  # numba would do so at each worker's first kernel, in 0.4 s
