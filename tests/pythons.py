"""Run the tests on every supported version of Python found on this machine: `make test-pythons`.

    python -m tests.pythons [--smoke] [VERSION ...]

Each version has a separate environment in out/pythons with the pinned packages. Interpreters are looked up by name
on the PATH and in the folders of pyenv and uv. `--smoke` runs only the tests of goldens, old records, the kernel and
dice. The last lines list the versions that passed, those that failed and those that were not found. The exit code is
1 if a version failed.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SMOKE = ("tests/compatibility", "tests/dice", "tests/examples", "tests/kernel")
REQUIREMENTS = ("build", "core", "dev")
PYTEST = ("-m", "pytest", "-q", "-W", "error", "--strict-markers", "-n", "auto", "--dist", "worksteal")


def versions() -> list[str]:
    """Return the Python versions named in the classifiers of the project, such as 3.11."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    found = (re.fullmatch(r"Programming Language :: Python :: (\d+\.\d+)", one) for one in classifiers)
    return [one[1] for one in found if one]


def interpreter(version: str) -> str:
    """Return the path of a Python interpreter of the given version, or "" if there is none."""
    return next((program for program in _candidates(version) if _is(program, version)), "")


def _candidates(version: str) -> Iterator[str]:
    if named := shutil.which(f"python{version}"):
        yield named
    yield sys.executable
    for folder in (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python"):
        yield from map(str, sorted(folder.glob(f"*{version}.*/bin/python3"), reverse=True))


def _is(program: str, version: str) -> bool:
    """Return whether a program runs and is a Python of the given version. A pyenv program on the PATH may fail either
    condition.
    """
    asking = [program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    answer = subprocess.run(asking, capture_output=True, text=True, check=False)
    return answer.returncode == 0 and answer.stdout.strip() == version


def environment(version: str, program: str) -> str:
    """Create or update an environment with the requirements of the tests, and return the path of its Python.

    Raises:
        CalledProcessError: the environment cannot be created. The cause has been printed.
    """
    folder = ROOT / "out" / "pythons" / version
    uv, python = (sys.executable, "-m", "uv"), str(folder / "bin" / "python")
    commands = [["venv", "--quiet", "--allow-existing", "--no-python-downloads", "--python", program, str(folder)]]
    install = ["pip", "install", "--quiet", "--python", python]
    commands += [[*install, "--require-hashes", "-r", f"requirements/{name}.txt"] for name in REQUIREMENTS]
    commands += [[*install, "--no-build-isolation", "--no-deps", "-e", "."]]
    for command in commands:
        subprocess.run([*uv, *command], cwd=ROOT, check=True)
    return python


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("versions", nargs="*", default=versions(), metavar="VERSION", help="left out: all")
    parser.add_argument("--smoke", action="store_true", help="a few tests of every kind")
    given = parser.parse_args()
    went: dict[str, str] = {}
    for version in given.versions:
        program = interpreter(version)
        if not program:
            went[version] = "not found on this machine"
            continue
        command = [environment(version, program), *PYTEST, *(SMOKE if given.smoke else ())]
        failed = subprocess.run(command, cwd=ROOT, check=False).returncode
        went[version] = f"{'failed' if failed else 'passed'} ({program})"
    for version, words in went.items():
        sys.stdout.write(f"Python {version}: {words}\n")
    return int(any(words.startswith("failed") for words in went.values()))


if __name__ == "__main__":
    sys.exit(main())
