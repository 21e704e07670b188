"""Build the documentation site in out/docs/site, as `make docs` does."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from website.api import page
from website.pages import ROOT, collect

CONFIG = Path(__file__).parent / "zensical.toml"


def build(folder: Path) -> Path:
    """Collect the pages below a folder, build the site, and return the site's folder.

    Raises:
        SystemExit: the generator has found a fault, such as a link that leads nowhere, and has reported it.
    """
    if folder.exists():
        shutil.rmtree(folder)
    (folder / "pages").mkdir(parents=True)
    collect(folder / "pages")
    (folder / "pages" / "api.md").write_text(page(), encoding="utf-8")
    shutil.copy(ROOT / "website" / "extra.css", folder / "pages" / "extra.css")
    config = CONFIG.read_text(encoding="utf-8").replace('"src"', json.dumps(str(ROOT / "src")))
    (folder / "zensical.toml").write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    if subprocess.run(command, cwd=folder, check=False, stdout=sys.stderr).returncode:  # noqa: S603 - our own
        sys.exit("the site is not built: see above")
    return folder / "site"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="out/docs", type=Path, help="where to build; it is emptied first")
    print(build(parser.parse_args().folder.resolve()) / "index.html")
