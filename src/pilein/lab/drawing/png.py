"""Convert SVG text to the content of a PNG file. The conversion needs the extra `report`."""

from importlib import import_module
from importlib.util import find_spec

from pilein.kernel.errors import BadInput

NEEDED = "vl_convert"
SCALE = 2  # pixels per dot


def assert_png(key: str = "") -> None:
    """Check that this installation can make PNG pictures. Raises BadInput if it cannot."""
    if find_spec(NEEDED) is None:
        remedy = "install it with `pip install 'pilein[report]'`, or use a name ending in .svg"
        raise BadInput(f"PNG files need {NEEDED}, which is not installed here", key=key, remedy=remedy)


def as_png(svg: str) -> bytes:
    """Return a picture as the content of a PNG file. Raises BadInput if the extra is not installed."""
    assert_png()
    found: bytes = import_module(NEEDED).svg_to_png(svg, scale=SCALE)
    return found
