"""Store a picture of the page as a PNG file with at most 256 colours, a third of the size that a browser writes."""

import base64
import struct
import zlib
from collections import Counter
from typing import Any

COARSE = 4  # bits of each colour dropped to find similar colours
MOST = 256
PIXELS = """async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data;
    let found = "";
    for (let at = 0; at < bytes.length; at += 8192) found += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return [image.width, btoa(found)];
}"""
Colour = tuple[int, int, int]


def small_png(page: Any, picture: bytes) -> bytes:  # noqa: ANN401 - a page of playwright
    """Return the picture with few colours. `page` is any browser page that can decode the picture."""
    width, found = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    pixels = list(zip(*(iter(base64.b64decode(found)),) * 4, strict=True))
    number_of, palette = _palette(Counter((red, green, blue) for red, green, blue, _ in pixels))
    rows = (pixels[at : at + width] for at in range(0, len(pixels), width))
    lines = b"".join(b"\0" + bytes(number_of[one[:3]] for one in row) for row in rows)
    header = struct.pack(">IIBBBBB", width, len(pixels) // width, 8, 3, 0, 0, 0)
    parts = (b"IHDR", header), (b"PLTE", bytes(sum(palette, ()))), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_part(name, content) for name, content in parts)


def _palette(counts: Counter[Colour]) -> tuple[dict[Colour, int], list[Colour]]:
    """Return each colour's number in the palette, and the palette itself. Of several similar colours, the palette
    contains the most frequent one.
    """
    alike: dict[tuple[int, ...], Colour] = {}
    sizes: Counter[tuple[int, ...]] = Counter()
    for colour, count in counts.most_common():
        coarse = tuple(part >> COARSE for part in colour)
        alike.setdefault(coarse, colour)
        sizes[coarse] += count
    palette = [alike[coarse] for coarse, _ in sizes.most_common(MOST)]
    nearest = {
        coarse: min(range(len(palette)), key=lambda at: _off(colour, palette[at])) for coarse, colour in alike.items()
    }
    return {colour: nearest[tuple(part >> COARSE for part in colour)] for colour in counts}, palette


def _off(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _part(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
