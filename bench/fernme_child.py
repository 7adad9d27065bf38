"""What runs inside FERNme's own environment: it observes, shows cards and tells how long it took.

One request is a line of JSON on standard input, and its answer a line on standard output. It
imports nothing of ours.
"""

import json
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from fernme.service import FernService  # type: ignore[import-not-found]  # of another environment

SITE = "bench"
MINUTE = 60.0


class Service:
    """A FERNme store, and what may be asked of it."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._fernme: Any = None

    def open(self, *, path: str, durability: str) -> dict[str, Any]:
        """Begin a file; FERNme itself names no durability, so it is set on its connection."""
        self._fernme = FernService(db_path=path, secret_key=b"evaluation-evaluation-evaluation")
        self._fernme.store._conn.execute(f"PRAGMA synchronous={durability}")  # noqa: SLF001
        return {}

    def observe(
        self, *, user: str, events: list[list[Any]], in_one: bool = False
    ) -> dict[str, Any]:
        """Observe events, each (attributes and context, seconds since 1970), for a minute at most.

        Args:
            in_one: all in one transaction; FERNme has no call for many events.
        """
        self._fernme.consent(SITE, user, granted=True, ts=0.5)
        wall, cpu = time.perf_counter(), time.process_time()
        done = 0
        if in_one:
            with self._fernme.store.transaction():
                done = self._observe(user, events, wall + MINUTE)
        else:
            done = self._observe(user, events, wall + MINUTE)
        return {
            "done": done,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
        }

    def observe_beside(self, *, events: list[list[Any]], writers: int) -> dict[str, Any]:
        """Let so many threads observe the same events, each for a user of its own."""
        users = [f"writer{number}" for number in range(writers)]
        for user in users:
            self._fernme.consent(SITE, user, granted=True, ts=0.5)
        end = time.perf_counter() + MINUTE
        threads = [
            threading.Thread(target=self._observe, args=(user, events, end)) for user in users
        ]
        wall = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return {"wall": time.perf_counter() - wall}

    def card(self, *, user: str, context: list[str], at: float, times: int) -> dict[str, Any]:
        """Show a card; after a minute no more."""
        spent: list[float] = []
        end = time.perf_counter() + MINUTE
        while len(spent) < times and time.perf_counter() < end:
            start = time.perf_counter()
            self._fernme.card(SITE, user, context=context, now=at)
            spent.append(time.perf_counter() - start)
        return {"median": statistics.median(spent)}

    def _observe(self, user: str, events: list[list[Any]], end: float) -> int:
        done = 0
        for names, at in events:
            if time.perf_counter() > end:
                break
            self._fernme.observe(SITE, user, "purchase", {"tags": names}, ts=at)
            done += 1
        return done


def _requests() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def main() -> None:
    """Answer until standard input ends."""
    service = Service()
    for request in _requests():
        answer = getattr(service, request.pop("call"))(**request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
