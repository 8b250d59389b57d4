"""The token bucket: limits each client's requests per second, but allows short bursts."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 1000


class Bucket:
    """A bucket for each client, which refills by itself and starts full."""

    def __init__(self, rate: float, size: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._size, self._clock = rate, size, clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Take a token; False if there is none."""
        now = self._clock()
        level, since = self._levels.get(client, (float(self._size), now))
        level = min(self._size, level + (now - since) * self._rate)
        allowed = level >= 1
        self._levels[client] = (level - 1 if allowed else level, now)
        self._levels.move_to_end(client)
        while len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        return allowed
