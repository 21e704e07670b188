"""Strict parsing of options: each is given once, spelled in full and never empty, with numbers in plain digits."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Never

from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import listed, nearest, shortened

MOST_DIGITS = 20  # digits in a number
NEGATIVE = re.compile(r"-\.?\d")  # the start of a value, not of an option: -5, -5s


class UsageError(PileInError):
    """Raised when a command's arguments are invalid."""


class Parser(argparse.ArgumentParser):
    """Parser for the arguments of one command. It raises UsageError where argparse would print and exit.

    Options with one value can be given only once; `append` options can be repeated.
    """

    def __init__(self, *, prog: str, description: str | None = None) -> None:
        layout = argparse.RawTextHelpFormatter
        super().__init__(
            prog=prog, description=description, formatter_class=layout, allow_abbrev=False, exit_on_error=False
        )
        self._negative_number_matcher = NEGATIVE
        self.register("action", None, Once)
        self.register("action", "store", Once)
        self.register("action", "store_true", OnceTrue)
        self.register("action", "append", Repeated)

    def error(self, message: str) -> Never:
        """Raise UsageError with a remedy."""
        raise UsageError(message, remedy=f"see the options with `{self.prog} --help`")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """Parse the known arguments. Raises a UsageError that names the option at fault."""
        read = argparse.Namespace() if namespace is None else namespace
        try:
            return super().parse_known_args(args, read)
        except argparse.ArgumentError as error:
            key, other = str(error.argument_name), f"see the options with `{self.prog} --help`"
            remedy = "give only one of the two options" if self._conflicts(key, read) else other
            raise UsageError(error.message, key=key, remedy=remedy) from None

    def parse_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - the same
        """Parse all arguments. Raises UsageError for unknown arguments, suggesting the nearest option."""
        read, strange = self.parse_known_intermixed_args(args, namespace)
        if strange:
            known = (option for option in self._option_string_actions if option.startswith("--"))
            near = nearest(strange[0].split("=")[0], known)
            remedy = f"did you mean {near}?" if near else f"see the options with `{self.prog} --help`"
            raise UsageError(f"unrecognized arguments: {' '.join(strange)}", remedy=remedy)
        return read

    def _conflicts(self, option: str, read: argparse.Namespace) -> bool:
        """Whether an option cannot be combined with an option that was given earlier."""
        action, given = self._action_of(option), read.__dict__.get("given", set())
        groups = (group._group_actions for group in self._mutually_exclusive_groups)  # noqa: SLF001 - of argparse
        return any(action in group and any(one.dest in given for one in group if one is not action) for group in groups)

    def _match_argument(self, action: argparse.Action, pattern: str) -> int:
        """Return the number of an option's values. Raises UsageError if the option has none."""
        try:
            return super()._match_argument(action, pattern)
        except argparse.ArgumentError as error:
            if action.nargs is not None:
                raise
            key = str(error.argument_name)
            raise UsageError(
                "the value of this option is missing", key=key, remedy=f"give a value, as in {key} {example(action)}"
            ) from None

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401 - as argparse has it
        """Print the help, and raise output errors, which argparse would hide."""
        (file or sys.stdout).write(self.format_help())

    def _action_of(self, option: str) -> argparse.Action:
        return self._option_string_actions[option.split("/", maxsplit=1)[0]]


class Once(argparse.Action):
    """Action that stores a value. The value must be given only once and must not be empty."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Store the value of the option.

        Raises:
            UsageError: the option is repeated or empty.
        """
        name = option_string or str(self.metavar or self.dest)
        if option_string:
            assert_first(namespace, self.dest, name)
        assert_not_empty(values, name, example(self))
        setattr(namespace, self.dest, values)


class Repeated(argparse.Action):
    """Action that stores every value given. No value may be empty."""

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Store another value. Raises UsageError if it is empty."""
        assert_not_empty(values, str(option_string), example(self))
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), values])


class OnceTrue(argparse.Action):
    """Action that records that an option without a value was given. It can be given only once."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any) -> None:  # noqa: ANN401 - of argparse
        super().__init__(option_strings, dest, nargs=0, default=False, **rest)

    def __call__(
        self,
        _parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Record the option. Raises UsageError if it is repeated."""
        assert_first(namespace, self.dest, option_string or self.dest)
        setattr(namespace, self.dest, True)


def assert_first(namespace: argparse.Namespace, option: str, name: str) -> None:
    """Record that an option was given. Raises UsageError if it is repeated."""
    given = namespace.__dict__.setdefault("given", set())
    if option in given:
        raise UsageError("this option is given twice", key=name, remedy="give it once")
    given.add(option)


def assert_not_empty(value: object, name: str, instead: str) -> None:
    """Raise UsageError if a value is an empty string, or the empty list that argparse makes of `--`."""
    if value in ("", []) or (isinstance(value, str) and not value.strip()):
        option = f", or omit {name}" if name.startswith("-") else ""
        raise UsageError("the value is empty", key=name, remedy=f"give {instead}{option}")


def example(action: argparse.Action) -> str:
    """Return an example value for an option, as shown in its help."""
    return str(action.metavar or "a value")


def whole(option: str, least: int, most: int) -> Callable[[str], int]:
    """Return a parser for whole numbers in plain digits from `least` to `most`, for `type=`.

    Raises (the parser):
        UsageError: the value is not such a number.
    """

    def read(words: str) -> int:
        if not (words.isascii() and words.removeprefix("-").isdigit()):
            message = f"{shortened(words)!r} is not a whole number"
            raise UsageError(message, key=option, remedy=f"give a whole number from {least:,} to {most:,}")
        if len(words) > MOST_DIGITS or not least <= int(words) <= most:
            remedy = f"give a whole number from {least:,} to {most:,}"
            raise UsageError(f"{shortened(words)} is out of range", key=option, remedy=remedy)
        return int(words)

    return read


def parser_of_words(option: str, known: Sequence[str]) -> Callable[[str], str]:
    """Return a parser that accepts only a few known words, for `type=`.

    Raises (the parser):
        UsageError: the value is not one of the words.
    """

    def read(words: str) -> str:
        if words in known:
            return words
        near = nearest(words, known)
        remedy = (
            f"did you mean {near!r}? if not, give one of {listed(known)}" if near else f"give one of {listed(known)}"
        )
        raise UsageError(f"the value cannot be {shortened(words)!r}", key=option, remedy=remedy)

    return read


def assert_apart(arguments: argparse.Namespace, *pairs: tuple[str, str, str]) -> None:
    """Check that no two options contradict each other. Each possible conflict is given as (option, other option,
    reason).

    Raises:
        UsageError: two conflicting options are given.
    """
    given: set[str] = arguments.__dict__.get("given", set())
    for one, other, why in pairs:
        if one in given and other in given:
            raise UsageError(
                f"this option cannot be combined with --{other}, because {why}",
                key=f"--{one}",
                remedy="give only one of the two options",
            )
