"""Location of the page built by `make page`."""

from importlib.resources import files
from importlib.resources.abc import Traversable

BUILD_PAGE = "in a checkout run `make page`, or run `make wheel` to build a wheel that contains the page"


def built_page() -> Traversable:
    """Folder into which `make page` builds the page."""
    return files("pilein.protocol").joinpath("page")
