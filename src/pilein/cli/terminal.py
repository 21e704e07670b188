"""Terminal output through rich. The output is plain if NO_COLOR is set."""

import os
from typing import Any

import rich.console


class Console(rich.console.Console):
    """Rich console for a terminal or a file.

    With NO_COLOR it receives no escape sequences at all, neither for colours nor for bold.
    """

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - options of rich
        if os.environ.get("NO_COLOR"):
            options["color_system"] = None
        super().__init__(**options)
