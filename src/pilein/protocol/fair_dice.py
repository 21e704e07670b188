"""Fair, verifiable dice: their hash is shown before the game, their secret after it.

A table gets 32 secret bytes. Before the first roll everybody sees their SHA-256, so that the dice cannot be changed
any more; it does not tell the dice. When the game is over everybody sees the bytes themselves, and can check

1. that their SHA-256 is the hash that was shown,
2. that the seed is made of them: the first eight bytes, as a number, of the SHA-256 of `pilein dice:` and the secret,
3. that the seed gives the dice that fell: `pilein replay --check RECORD` with the record of the game, which has the
   seed.
"""

from hashlib import sha256

SECRET = 32  # bytes
DICE, PLAYERS = b"pilein dice:", b"pilein players:"  # what is hashed with the secret
SEED = 8  # bytes of a seed


def hash_of(secret: bytes) -> str:
    """Hash shown before the game.

    >>> hash_of(bytes(32))[:8]
    '66687aad'
    """
    return sha256(secret).hexdigest()


def seed_of(secret: bytes) -> int:
    """The seed of the dice.

    >>> seed_of(bytes(32)) == seed_of(bytes(31) + b"1")
    False
    """
    return _number(DICE, secret)


def players_seed(secret: bytes) -> int:
    """The seed of policies that answer at random: another one, so that their answers do not tell the dice."""
    return _number(PLAYERS, secret)


def _number(purpose: bytes, secret: bytes) -> int:
    return int.from_bytes(sha256(purpose + secret).digest()[:SEED])
