"""A bounded pool of threads on which the verbs of an awaited memory run."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from remanent.errors import StoreClosedError

P = ParamSpec("P")
T = TypeVar("T")

WORKERS = 32


class Workers:
    """A bounded pool that runs sync verbs for one memory."""

    def __init__(self) -> None:
        """Start no thread yet."""
        self._pool = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="remanent")

    async def run(self, verb: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a verb on a thread and wait for it; cancelling stops the wait, not the verb."""
        loop = asyncio.get_running_loop()
        try:
            running = loop.run_in_executor(self._pool, lambda: verb(*args, **kwargs))
        except RuntimeError as error:  # the pool takes nothing new once it was shut
            raise StoreClosedError("The memory was closed.") from error
        return await running

    def close(self) -> None:
        """Wait for what is under way, and take nothing new."""
        self._pool.shutdown(wait=True)
