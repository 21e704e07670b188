"""Seats at a table. Each seat has a secret token, and the server keeps only the token's hash."""

import secrets
from hashlib import sha256
from hmac import compare_digest

from pilein.protocol.shared_messages import Seat

SEATS: tuple[Seat, Seat, Seat] = ("first", "second", "watch")
TOKEN = 24  # random bytes in a token
NAME = 9  # random bytes in a table's name


def new_name() -> str:
    """Generate a table's name, which is not secret but cannot be guessed by counting."""
    return secrets.token_urlsafe(NAME)


def new_tokens() -> tuple[str, str, str]:
    """Generate the tokens of a table's seats, in the order of SEATS."""
    return secrets.token_urlsafe(TOKEN), secrets.token_urlsafe(TOKEN), secrets.token_urlsafe(TOKEN)


def hashed(token: str) -> str:
    """Hash a token for storage (SHA-256, hexadecimal). Tokens are random and need no salt."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def seat_of(token: str, hashes: tuple[str, str, str]) -> Seat | None:
    """Seat that a token opens, or None. All hashes are compared, each in constant time."""
    given = hashed(token)
    found = [seat for seat, kept in zip(SEATS, hashes, strict=True) if compare_digest(given, kept)]
    return found[0] if found else None
