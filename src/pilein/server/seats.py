"""Seats at a table: each has a secret token, of which the server keeps only a hash."""

import secrets
from hashlib import sha256
from hmac import compare_digest

from pilein.protocol.shared_messages import Seat

SEATS: tuple[Seat, Seat, Seat] = ("first", "second", "watch")
TOKEN = 24  # random bytes in a token
NAME = 9  # random bytes in a table's name


def new_name() -> str:
    """The name of a new table; not secret, but impossible to find by counting."""
    return secrets.token_urlsafe(NAME)


def new_tokens() -> tuple[str, str, str]:
    """Tokens for a new table's seats, in the order of SEATS."""
    return secrets.token_urlsafe(TOKEN), secrets.token_urlsafe(TOKEN), secrets.token_urlsafe(TOKEN)


def hashed(token: str) -> str:
    """The stored form of a token: its SHA-256, in hexadecimal. Tokens are random, so no salt is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_of(token: str, hashes: tuple[str, str, str]) -> Seat | None:
    """The seat for a token, or None. All hashes are compared, each in constant time."""
    given = hashed(token)
    found = [seat for seat, kept in zip(SEATS, hashes, strict=True) if compare_digest(given, kept)]
    return found[0] if found else None
