"""Limits per network address on simultaneous sockets and on tables per hour."""

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address

from pilein.server.limits import Bucket, Limits

HOUR = 3600
MOST = 10_000  # addresses remembered
HOSTS = 64  # bits of an IPv6 address that a network assigns freely


class Addresses:
    """Counter of sockets and opened tables by address. `clock` is monotonic, in seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._sockets: Counter[str] = Counter()
        self._opening: dict[str, Bucket] = {}

    def enters(self, address: str) -> bool:
        """Count another socket from the address and return True, or return False if the limit is reached. `leaves`
        reverses the count.
        """
        if self._sockets[address] >= self._limits.sockets_of_address:
            return False
        self._sockets[address] += 1
        return True

    def leaves(self, address: str) -> None:
        """Stop counting one of the address's sockets, which has been closed."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def opens(self, address: str) -> bool:
        """Count another table opened from the address and return True, or return False if the rate is exceeded."""
        most = self._limits.opened_by_address
        if address not in self._opening and len(self._opening) >= MOST:
            del self._opening[next(iter(self._opening))]
        bucket = self._opening.pop(address, None) or Bucket(most / HOUR, most)
        self._opening[address] = bucket  # the most recently used is last
        return bucket.takes(self._clock())


def network_of(host: str) -> str:
    """Network that counts as a single address.

    For an IPv6 address, this is the address's prefix, since a network assigns the remaining bits freely.
    """
    try:
        number = int(IPv6Address(host))
    except AddressValueError:
        return host
    return str(IPv6Address(number >> HOSTS << HOSTS))
