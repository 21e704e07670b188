"""Compilation of the twin, in which mypyc turns typed Python into C and a C compiler turns the C into modules."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pilein.fast.splitting import split
from pilein.fast.twin import CORE, SOURCES, SUFFIX, home, modules

# `-ffp-contract=off`: a * b + c is rounded twice, as in Python. Warnings about generated code would take half the time.
FLAGS = () if sys.platform == "win32" else ("-ffp-contract=off", "-Wno-all")
ROOT = Path("pilein")
GROUP = "pilein.geometry.twin"  # prefix of the library that holds the code of all modules
TOLD = 12  # last lines of the compiler's output to show
PROGRAM = """\
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify({paths!r}, opt_level="1", debug_level="0", group_name={group!r})
for module in modules:
    module.extra_compile_args = [*module.extra_compile_args, *{flags!r}]
setup(name="pilein-twin", packages=[], ext_modules=modules)
"""


class Uncompiled(Exception):  # noqa: N818 - named by its outcome
    """Raised when the twin cannot be compiled. The message gives the reason and the remedy."""


def made() -> Path:
    """Compile the core's modules and return the folder of the twin.

    Compilation takes less than a minute, or no time if the twin exists. Raises Uncompiled if mypyc or a C compiler is
    missing or fails.
    """
    folder = home()
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        plain = _laid_out(work)
        if home() != folder:
            raise Uncompiled("The sources changed during the compilation. Compile them again.")
        _compiled(work, [str(ROOT / path.relative_to(SOURCES)) for path in modules()])
        twin = work / "twin"
        for path in (*plain, *(path for package in CORE for path in (work / ROOT / package).glob("*" + SUFFIX))):
            place = twin / path.relative_to(work / ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, place)
        twin.rename(folder)
    return folder


def _laid_out(work: Path) -> list[Path]:
    """Copy all sources, because the compiler reads the types of imported modules too. The core's modules are written
    without their structs. Returns the plain modules that hold the structs.
    """
    for path in SOURCES.rglob("*.py"):
        copy = work / ROOT / path.relative_to(SOURCES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    (work / ROOT / "__init__.py").write_text("", encoding="utf-8")  # it would import the whole program
    (work / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n", encoding="utf-8")
    plain: list[Path] = []
    for path in modules():
        copy = work / ROOT / path.relative_to(SOURCES)
        halves = split(".".join(copy.relative_to(work).with_suffix("").parts), path.read_text(encoding="utf-8"))
        if halves is None:
            raise Uncompiled(f"The structs of {path} use functions of their module, so that it cannot be compiled.")
        copy.write_text(halves.compiled, encoding="utf-8")
        if halves.plain:
            plain.append(copy.with_name(f"{path.stem}_structs.py"))
            plain[-1].write_text(halves.plain, encoding="utf-8")
    return plain


def _compiled(work: Path, paths: list[str]) -> None:
    program = work / "setup.py"
    program.write_text(PROGRAM.format(paths=paths, flags=list(FLAGS), group=GROUP), encoding="utf-8")
    command = [sys.executable, program.name, "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode == 0:
        return
    said = (done.stdout + done.stderr).strip().splitlines()[-TOLD:]
    if any("No module named" in line for line in said):
        raise Uncompiled("mypyc is not installed. Install it with `pip install 'pilein[fast]'`.\n" + said[-1])
    raise Uncompiled(
        "The compilation failed. It needs a C compiler and the Python headers. The compiler said:\n" + "\n".join(said)
    )
