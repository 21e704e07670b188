"""Remedies, which give advice in words for the command line and for a page, and the value to write as data."""

from typing import Self


class Remedy(str):
    """Advice in words, with the value to write instead (None if none is known) and the words for a page.

    A page mentions no commands, and shows a line of TOML as a field. If remedies are added with `+`, both wordings
    are joined.

    Examples:
        >>> remedy = "did you mean 'sword'?" + command(" `pilein words wab weapons` lists all words")
        >>> remedy.on_page
        "did you mean 'sword'?"
        >>> (line("charged") + ", or " + line("type", '"cavalry"')).on_page
        'set charged, or set type to cavalry'
    """

    __slots__ = ("on_page", "suggestion")
    suggestion: object
    on_page: str

    def __new__(cls, words: str, suggestion: object = None, on_page: str | None = None) -> Self:
        """Create a remedy with a suggestion. A page shows `words` unless `on_page` gives other words."""
        found = super().__new__(cls, words)
        known = getattr(words, "on_page", str(words)) if on_page is None else on_page
        found.suggestion, found.on_page = suggestion, known
        return found

    def __add__(self, other: str) -> Self:
        suggestion = self.suggestion if self.suggestion is not None else getattr(other, "suggestion", None)
        return type(self)(f"{self}{other}", suggestion, self.on_page + on_page(other))

    def __radd__(self, other: str) -> Self:
        return type(self)(f"{other}{self}", self.suggestion, on_page(other) + self.on_page)


def on_page(words: str) -> str:
    """Return the words that a page shows. Words that are not a Remedy are returned unchanged."""
    return words.on_page if isinstance(words, Remedy) else words


def command(words: str) -> Remedy:
    """Return words for the command line only. A page leaves them out."""
    return Remedy(words, on_page="")


def line(key: str, toml: str = "true", suggestion: object = None) -> Remedy:
    """Return the advice to write a line of TOML or, on a page, to set a field."""
    value = "" if toml == "true" else f" to {toml[1:-1]}" if toml[0] == '"' else None
    words = f"write {key} = {toml}"
    return Remedy(words, suggestion, words if value is None else f"set {key}{value}")


def plain_words(value: object) -> str:
    """Return a remedy as a plain string, for documents in JSON. Raises TypeError for any other value."""
    if isinstance(value, Remedy):
        return str(value)
    raise TypeError(f"a document cannot hold {value!r}; convert it to plain values first")
