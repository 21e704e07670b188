"""A frame of an animated picture at a given time, as a browser would show it.

`python -m tests.lab.drawing.stills FILM.svg SECONDS STILL.svg` writes the frame for programs that do not support
animation.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
SPACE = "http://www.w3.org/2000/svg"


def still(film: str, seconds: float) -> ET.Element:
    """Return the picture at the given time, with its animations applied and removed."""
    root = ET.fromstring(film)  # noqa: S314 - our own drawing
    for parent in list(root.iter()):
        for animation in [one for one in parent if one.tag in (f"{SVG}animate", f"{SVG}animateTransform")]:
            value = value_at(animation, seconds)
            if animation.tag == f"{SVG}animateTransform":
                value = f"{animation.get('type')}({value})"
            parent.set(str(animation.get("attributeName")), value)
            parent.remove(animation)
    return root


def value_at(animation: ET.Element, seconds: float) -> str:
    """Return the value of an animation at the given time. The value is interpolated between two keys, or it is that of
    the latest key reached.
    """
    share = seconds / length(animation)
    times = [float(time) for time in str(animation.get("keyTimes")).split(";")]
    values = str(animation.get("values")).split(";")
    assert times[0] == 0
    assert times == sorted(times)
    assert len(times) == len(values)
    place = max(number for number, time in enumerate(times) if time <= share)
    if animation.get("calcMode") == "discrete" or place + 1 == len(values):
        return values[place]
    assert times[-1] == 1, "what glides must have a key at its end"
    part = (share - times[place]) / (times[place + 1] - times[place])
    pairs = zip(values[place].split(), values[place + 1].split(), strict=True)
    return " ".join(f"{float(one) + part * (float(other) - float(one)):.3f}" for one, other in pairs)


def length(animation: ET.Element) -> float:
    return float(str(animation.get("dur")).removesuffix("s"))


if __name__ == "__main__":
    ET.register_namespace("", SPACE)
    source, when, target = sys.argv[1:]
    Path(target).write_bytes(ET.tostring(still(Path(source).read_text(encoding="utf-8"), float(when))))
