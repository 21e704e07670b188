"""The one source of chance: a counter-based generator. The same seed and place give the same die on every machine."""

from hashlib import blake2b

CHUNK = 64  # bytes drawn at a time


class Dice:
    """Throws dice from a seed; `place` counts the bytes used so far and is all there is to save.

    >>> Dice(7).die(6) == Dice(7).die(6)
    True
    """

    def __init__(self, seed: int, place: int = 0) -> None:
        self.seed = seed
        self.place = place
        self._chunk_number = -1
        self._chunk = b""

    def die(self, sides: int) -> int:
        """One face, 1 to `sides` (at most 256), every face equally likely."""
        limit = 256 - 256 % sides
        while True:
            byte = self._next()
            if byte < limit:
                return byte % sides + 1

    def _next(self) -> int:
        number, offset = divmod(self.place, CHUNK)
        if number != self._chunk_number:
            self._chunk = blake2b(f"{self.seed}:{number}".encode(), digest_size=CHUNK).digest()
            self._chunk_number = number
        self.place += 1
        return self._chunk[offset]
