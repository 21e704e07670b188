"""Static edition, which is a folder with the page and the engine for browsers, ready for any web space.

The page is the same as under `pilein serve`. A mark in `index.html` makes the page start the engine in a Web Worker,
from the folder `engine`: Python for browsers (pyodide), msgspec compiled for it, and this package.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import as_file
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pilein
from pilein.engine.rulesets import GROUP, from_outside
from pilein.kernel.clauses import TESTS
from pilein.kernel.errors import BadInput
from pilein.lab.examples import folder_of_examples
from pilein.protocol.built_page import BUILD_PAGE, built_page
from pilein.protocol.first_replies import first_replies

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MARK = '<meta name="pilein-engine" content="'
SERVED, ALONE = f'{MARK}server" />', f'{MARK}worker" />'
LEFT_OUT = ("server", "cli", "page", "examples", "__pycache__")  # of no use in a browser, or added apart
XML = "defusedxml"  # reads army lists
ADDED = "pilein_rulesets-0.dist-info"  # the package, as importlib sees it, that brings rulesets from outside


def write_site(folder: Path, runtime: Path, wheels: Path) -> tuple[str, ...]:
    """Write the static edition into a new or empty folder. Returns the paths of its files within that folder.

    `runtime` is the folder of the npm package pyodide, and `wheels` a folder with the wheels built for it.

    Raises:
        BadInput: the folder is not empty, the page is not built, or a part of the runtime is missing.
    """
    _assert_empty(folder)
    if not built_page().joinpath("index.html").is_file():
        raise BadInput("the page has not been built", key="page", remedy=BUILD_PAGE)
    parts = [runtime / name for name in RUNTIME]
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        words = f"the folder {runtime} lacks {', '.join(missing)}"
        raise BadInput(words, key="runtime", remedy="name the folder of the unpacked npm package pyodide")
    compiled = sorted(wheels.glob("*.whl")) if wheels.is_dir() else []
    if not any(wheel.name.startswith("msgspec-") for wheel in compiled):
        words = f"the folder {wheels} contains no browser wheel of msgspec"
        raise BadInput(words, key="wheels", remedy="download the wheel as docs/page.md describes")
    _write_page(folder)
    (folder / "first.json").write_text(json.dumps(first_replies()), encoding="utf-8")
    _write_engine(folder / "engine", parts, compiled)
    written = tuple(sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()))
    listed = {"version": _digest(folder, written), "files": ["", *written]}
    (folder / "files.json").write_text(json.dumps(listed, indent=1), encoding="utf-8")
    return (*written, "files.json")


def _assert_empty(folder: Path) -> None:
    if folder.is_file():
        raise BadInput(f"{folder} is a file, not a folder", key="folder", remedy="name a new folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty", key="folder", remedy="name a new folder, or empty this one")


def _write_page(folder: Path) -> None:
    """Copy the built page, with a mark that makes the page run the engine itself."""
    with as_file(built_page()) as page:
        shutil.copytree(page, folder, dirs_exist_ok=True)
    index = folder / "index.html"
    text = index.read_text(encoding="utf-8")
    assert SERVED in text, "the page says where its engine runs"
    index.write_text(text.replace(SERVED, ALONE), encoding="utf-8")


def _write_engine(folder: Path, runtime: list[Path], wheels: list[Path]) -> None:
    folder.mkdir(parents=True)
    for part in (*runtime, *wheels):
        shutil.copyfile(part, folder / part.name)
    with ZipFile(folder / "pilein.zip", "w", ZIP_DEFLATED) as archive:
        for name, content in sorted((*_package(), *_rulesets_from_outside())):
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)  # without a date: the same files, the same bytes
    packages = [*(wheel.name for wheel in wheels), "pilein.zip"]
    written = tuple(sorted(file.name for file in folder.iterdir()))
    size = sum((folder / name).stat().st_size for name in written)
    manifest = {"packages": packages, "bytes": size, "version": _digest(folder, written)}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def _package() -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each file that a browser needs: this package, its examples, and the packages that
    read army lists.
    """
    parts = {"pilein": Path(pilein.__file__).parent, "pilein/examples": folder_of_examples(), XML: _folder_of(XML)}
    for name, folder in parts.items():
        for file in folder.rglob("*"):
            inside = file.relative_to(folder)
            if file.is_file() and not {*inside.parts} & {*LEFT_OUT} and file.suffix != ".pyc":
                yield f"{name}/{inside.as_posix()}", file.read_bytes()


def _folder_of(package: str) -> Path:
    return Path(import_module(package).__file__ or "").parent


def _rulesets_from_outside() -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each file of external rulesets, with the entry points by which they are found."""
    points = from_outside()
    for home in sorted({point.partition(":")[0].split(".")[0] for point in points.values()}):
        source = Path(import_module(home).__file__ or "")
        is_package = source.name == "__init__.py"
        for file in source.parent.rglob("*") if is_package else [source]:
            is_left_out = "__pycache__" in file.parts or file.name.startswith(TESTS) or file.suffix == ".pyc"
            if file.is_file() and not is_left_out:
                inside = file.relative_to(source.parents[1] if is_package else source.parent)
                yield inside.as_posix(), file.read_bytes()
    if points:
        listed = "".join(f"{name} = {point}\n" for name, point in sorted(points.items()))
        yield f"{ADDED}/METADATA", b"Metadata-Version: 2.1\nName: pilein-rulesets\nVersion: 0\n"
        yield f"{ADDED}/entry_points.txt", f"[{GROUP}]\n{listed}".encode()


def _digest(folder: Path, written: tuple[str, ...]) -> str:
    """Digest of all files, used as the version of the offline copy."""
    found = hashlib.sha256()
    for name in written:
        found.update(name.encode() + b"\0" + (folder / name).read_bytes())
    return found.hexdigest()[:16]
