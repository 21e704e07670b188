"""Compilation of the twin, in which mypyc turns typed Python into C and a C compiler turns the C into modules."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pilein.fast.splitting import split
from pilein.fast.twin import SUFFIX, home, modules

FLAGS = () if sys.platform == "win32" else ("-ffp-contract=off",)  # a * b + c is rounded twice, as Python does
PACKAGE = Path("pilein", "geometry")
TOLD = 12  # last lines of the compiler's output to show
PROGRAM = """\
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify({paths!r}, opt_level="3", group_name="pilein.geometry.twin")
for module in modules:
    module.extra_compile_args = [*module.extra_compile_args, *{flags!r}]
setup(name="pilein-twin", packages=[], ext_modules=modules)
"""


class Uncompiled(Exception):  # noqa: N818 - named by its outcome
    """Raised when the twin cannot be compiled. The message gives the reason and the remedy."""


def made(sources: Path) -> Path:
    """Compile the modules in a package's folder and return the folder of the twin.

    Compilation takes a minute, or no time if the twin exists. Raises Uncompiled if mypyc or a C compiler is missing
    or fails.
    """
    folder = home(sources)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        plain = _laid_out(sources, work)
        if home(sources) != folder:
            raise Uncompiled("The sources changed during the compilation. Compile them again.")
        _compiled(work, [str(path.relative_to(work)) for path in modules(work / PACKAGE) if path not in plain])
        twin = work / "twin"
        twin.mkdir()
        for path in (*plain, *(work / PACKAGE).glob("*" + SUFFIX)):
            shutil.move(path, twin)
        twin.rename(folder)
    return folder


def _laid_out(sources: Path, work: Path) -> list[Path]:
    """Write the modules to be compiled, without their structs, and return the plain modules that hold the structs.
    Modules that cannot be split are left out.
    """
    (work / PACKAGE).mkdir(parents=True)
    for package in (PACKAGE, PACKAGE.parent):
        (work / package / "__init__.py").touch()
    plain: list[Path] = []
    for path in modules(sources):
        halves = split(path.stem, path.read_text(encoding="utf-8"))
        if halves is None:
            continue
        (work / PACKAGE / path.name).write_text(halves.compiled, encoding="utf-8")
        if halves.plain:
            plain.append(work / PACKAGE / f"{path.stem}_structs.py")
            plain[-1].write_text(halves.plain, encoding="utf-8")
    return plain


def _compiled(work: Path, paths: list[str]) -> None:
    program = work / "setup.py"
    program.write_text(PROGRAM.format(paths=paths, flags=list(FLAGS)), encoding="utf-8")
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
