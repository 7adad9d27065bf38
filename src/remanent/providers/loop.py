"""An event loop on a thread of its own, for clients that are asynchronous and tied to one loop.

We are called from any thread, with or without a loop running there.
"""

import asyncio
import threading
import weakref
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

_GRACE_SECONDS: Final = 5.0  # for a loop to notice that a deadline has passed


class Loop:
    """An event loop on a thread of its own; the provider's connections live and end with it."""

    def __init__(self, provider: Any, *, name: str) -> None:
        """Start the thread, and open the provider in it.

        Args:
            provider: an asynchronous context, or None.
            name: the thread's.
        """
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=_serve, args=(self._loop, provider), name=name, daemon=True
        )
        self._thread.start()
        self._finish = weakref.finalize(self, _stop, self._loop, self._thread)

    @property
    def alive(self) -> bool:
        """Whether it still answers; in a forked child it does not."""
        return self._thread.is_alive()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Wait for `work`, whatever runs in the calling thread; TimeoutError after `seconds`."""
        waiting = asyncio.run_coroutine_threadsafe(_within(work, seconds), self._loop)
        try:
            return waiting.result(seconds + _GRACE_SECONDS)
        except BaseException:
            waiting.cancel()
            raise

    def close(self) -> None:
        """Close the connections and wait for the thread to end."""
        self._finish()


async def _within(work: Coroutine[Any, Any, T], seconds: float) -> T:
    async with asyncio.timeout(seconds):
        return await work


def _serve(loop: asyncio.AbstractEventLoop, provider: Any) -> None:
    asyncio.set_event_loop(loop)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:  # ends what is still under way
        runner.run(_enter(provider))
        loop.run_forever()
        runner.run(_leave(provider))


async def _enter(provider: Any) -> None:
    if provider is not None:
        await provider.__aenter__()


async def _leave(provider: Any) -> None:
    if provider is not None:
        await provider.__aexit__(None, None, None)


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if thread.is_alive():
        loop.call_soon_threadsafe(loop.stop)
        if thread is not threading.current_thread():
            thread.join(timeout=_GRACE_SECONDS)
