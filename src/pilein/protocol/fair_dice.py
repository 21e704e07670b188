"""Fair, verifiable dice, whose hash is shown before the game and whose secret is shown after it.

Each table gets 32 secret bytes. Before the first roll every page sees their SHA-256, which fixes the dice without
revealing them. When the game is over every page sees the secret itself, and can check

1. that its SHA-256 is the hash that was shown,
2. that the seed is derived from the secret: the first eight bytes, as a number, of the SHA-256 of `pilein dice:` and
   the secret,
3. that the seed reproduces the dice: `pilein replay --check RECORD` with the record of the game, which contains the
   seed.
"""

from hashlib import sha256

SECRET = 32  # bytes
DICE, PLAYERS = b"pilein dice:", b"pilein players:"  # what is hashed with the secret
SEED = 8  # bytes of a seed


def hash_of(secret: bytes) -> str:
    """Hash of the secret, shown before the game.

    >>> hash_of(bytes(32))[:8]
    '66687aad'
    """
    return sha256(secret).hexdigest()


def seed_of(secret: bytes) -> int:
    """Seed of the dice, derived from the secret.

    >>> seed_of(bytes(32)) == seed_of(bytes(31) + b"1")
    False
    """
    return _number(DICE, secret)


def players_seed(secret: bytes) -> int:
    """Seed for policies that answer at random. It differs from the dice seed, so that answers do not reveal
    the dice.
    """
    return _number(PLAYERS, secret)


def _number(purpose: bytes, secret: bytes) -> int:
    return int.from_bytes(sha256(purpose + secret).digest()[:SEED])
