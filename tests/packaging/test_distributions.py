"""The wheel and the sdist contain everything they need, and the program works when it is installed from the wheel."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def _built(kind: str, source: Path, folder: Path) -> Path:
    """Build one distribution from a source folder without network access."""
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which an sdist is unpacked."""
    with tarfile.open(_built("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4 or newer
        archive.extractall(folder := tmp_path_factory.mktemp("unpacked"))  # noqa: S202 - our own archive
    return next(folder.iterdir())


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def _sources(pattern: str) -> set[str]:
    return {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "pilein").rglob(pattern)}


def test_the_wheel_holds_all_code_and_data(wheel: Path) -> None:
    wanted = {"pilein/py.typed", *_sources("*.py"), *_sources("*.toml"), *_sources("README.md")}
    assert wanted - _names(wheel) == set()


def test_the_wheel_holds_the_examples_the_licence_and_the_credits(wheel: Path) -> None:
    shipped = (*(ROOT / "examples").rglob("*.toml"), *(ROOT / "examples/agents").iterdir())
    examples = {f"pilein/{path.relative_to(ROOT).as_posix()}" for path in shipped}
    names = _names(wheel)
    assert examples - names == set()
    assert {Path(name).name for name in names if ".dist-info/licenses/" in name} == {"LICENSE", "NOTICE"}


def test_the_wheel_contains_nothing_but_the_package_and_its_metadata(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in _names(wheel)}
    assert {top for top in tops if top != "pilein" and not top.endswith(".dist-info")} == set()
    assert [name for name in _names(wheel) if "__pycache__" in name or name.endswith(".pyc")] == []


def test_the_wheel_and_the_sdist_contain_the_built_page(unpacked: Path, tmp_path: Path) -> None:
    """Git ignores the built page, so the configuration of the distributions has to name it explicitly."""
    shutil.copytree(unpacked, source := tmp_path / "source")
    shutil.rmtree(page := source / "src/pilein/protocol/page", ignore_errors=True)
    (page / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/index-1.js"):
        (page / name).write_text("built", encoding="utf-8")
    assert (source / ".gitignore").is_file()
    wanted = {"pilein/protocol/page/index.html", "pilein/protocol/page/assets/index-1.js"}
    assert wanted <= _names(_built("wheel", source, tmp_path / "wheel"))
    with tarfile.open(_built("sdist", source, tmp_path / "sdist")) as archive:
        assert wanted <= {name.partition("/src/")[2] for name in archive.getnames()}


def test_links_on_the_pages_of_the_sdist_work(unpacked: Path) -> None:
    pages = [*unpacked.glob("*.md"), *unpacked.glob("docs/**/*.md"), *unpacked.glob("examples/*.md")]
    links = [(page, link) for page in pages for link in LINK.findall(page.read_text(encoding="utf-8"))]
    assert len(links) > 100
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_the_sdist_contains_everything_that_tests_and_a_release_need(unpacked: Path) -> None:
    names = ("src", "tests", "benchmarks", "requirements", "changelog.d", "Makefile", "LICENSE", "NOTICE")
    assert [name for name in names if not (unpacked / name).exists()] == []


def test_the_wheel_built_from_the_sdist_holds_the_same_files_as_the_original_wheel(
    wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    assert _names(_built("wheel", unpacked, tmp_path)) == _names(wheel)


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return a function that runs a command line in an empty folder, with only the wheel and its dependencies
    installed.
    """
    pytest.importorskip("uv")
    place = tmp_path_factory.mktemp("installed")
    venv.create(place / "env", symlinks=True)
    programs = place / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    install = [sys.executable, "-m", "uv", "pip", "install", "--offline", "--no-deps", "--python", str(place / "env")]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    site = next((place / "env").glob("lib/*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")  # as if installed too
    (folder := place / "empty").mkdir()

    def ran(line: str) -> str:
        program, *arguments = shlex.split(line)
        command = [str(programs / program), *arguments]
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout

    return ran


def test_the_installed_package_under_test_comes_from_the_wheel(run: Callable[[str], str]) -> None:
    assert "site-packages" in run("python -c 'import pilein; print(pilein.__file__)'")


def test_the_first_commands_in_the_readme_work_in_an_empty_folder(run: Callable[[str], str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"```sh\n(.*?)```", readme.partition("## Start\n")[2], re.DOTALL)
    commands = [line.partition("  #")[0].strip() for line in shown[1].splitlines()]
    assert [command.split()[1] for command in commands if command.startswith("pilein ")][:2] == ["examples", "fight"]
    for command in commands:
        if command.startswith("pilein "):
            assert run(command)


def test_the_install_commands_in_the_readme_match_the_name_of_the_wheel(wheel: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    patterns = re.findall(r"^(pip|pipx|uv tool) install (dist/\S+)", readme, re.MULTILINE)
    assert [program for program, _ in patterns] == ["pip", "pipx", "uv tool"]
    assert all(fnmatch(f"dist/{wheel.name}", pattern) for _, pattern in patterns)


def test_the_description_for_the_package_index_has_working_links_and_no_relative_ones(
    wheel: Path, run: Callable[[str], str]
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA")))
    page = metadata.decode().partition("\n\n")[2]
    assert page == (ROOT / "PACKAGE.md").read_text(encoding="utf-8")
    assert LINK.findall(page) == []
    shown = re.search(r"```sh\n(.*?)```", page, re.DOTALL)
    assert shown
    for line in shown[1].splitlines():
        assert run(line.partition("  #")[0].strip())


def test_uv_installs_the_wheel_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    """The command is the `uv tool install` of the README, except that it takes the dependencies of the wheel only from
    the cache.
    """
    pytest.importorskip("uv")
    homes = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    command = [sys.executable, "-m", "uv", "tool", "install", "--offline", "--python", sys.executable, str(wheel)]
    done = subprocess.run(command, env=os.environ | homes, capture_output=True, text=True, check=False)
    if done.returncode and re.search("offline|network was disabled", done.stderr.lower()):
        pytest.skip("a dependency is not in the cache of uv")
    assert done.returncode == 0, done.stderr
    said = subprocess.run([tmp_path / "bin" / "pilein", "new"], capture_output=True, text=True, check=True).stdout
    assert "scrollhammer" in said
