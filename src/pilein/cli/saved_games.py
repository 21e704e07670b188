"""Files told apart by what they hold: a saved game, whatever it is called, or a scenario."""

from pathlib import Path

SUFFIX = ".json"
LOOKED_AT = 4096  # bytes


def is_saved_game(path: str) -> bool:
    """Whether a file holds a saved game, not a scenario: its first character other than a blank is a brace.

    What cannot be looked at before it is read, like a pipe, is judged by its name.
    """
    if Path(path).suffix.lower() == SUFFIX:
        return True
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as opened:
            return opened.read(LOOKED_AT).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    except (OSError, ValueError):
        return False
