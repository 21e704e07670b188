"""The fragments of the changelog are sentences for users, and a release collects them."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "changelog.d"
FRAGMENTS = sorted(FOLDER.glob("*.md"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
KINDS = [kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]]
LONGEST = 600  # characters: a paragraph, not a page
RULESETS = r"Scrollhammer|WarStrike|Scorched|WWPD|WAB"
NOT_A_USERS = re.compile(r"\b(refactor\w*|TODO|WIP|commit|branch|fixup|unit tests?)\b", re.IGNORECASE)


def test_the_kinds_of_changelog_fragments_are_ordered_by_importance():
    assert KINDS == ["breaking", "rules", "new", "fixed"]


def test_every_file_in_the_changelog_folder_is_a_fragment_of_a_known_kind():
    named = re.compile(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md")
    files = [path.name for path in FOLDER.iterdir() if path.name != "template.md.jinja"]
    assert [name for name in files if not named.fullmatch(name)] == []


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.name)
def test_a_changelog_fragment_is_one_short_paragraph_of_whole_sentences_for_users(path: Path):
    text = path.read_text(encoding="utf-8")
    assert re.match(r"[A-Z`]", text), "begins with a capital or with what one types"
    assert text.endswith((".\n", ".`\n")), "ends in a full stop and one line end"
    assert "\n\n" not in text, "is one paragraph"
    assert len(text) <= LONGEST
    assert not NOT_A_USERS.search(text)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rules.md")), ids=lambda path: path.name)
def test_a_changelog_fragment_about_rules_contains_the_name_of_its_ruleset_and_the_id_of_its_sentence(path: Path):
    text = path.read_text(encoding="utf-8")
    assert re.search(RULESETS, text)
    assert re.search(r"\b[A-Z]{2}-\w+", text)


def test_a_release_collects_the_changelog_fragments(tmp_path: Path):
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(FOLDER, tmp_path / FOLDER.name)
    for kind in KINDS:
        (tmp_path / FOLDER.name / f"tried.{kind}.md").write_text(f"Tried: {kind}, over\ntwo lines.\n", encoding="utf-8")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.9.9", "--date", "2030-01-02"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    before, after = ((one / "CHANGELOG.md").read_text(encoding="utf-8") for one in (ROOT, tmp_path))
    release = after.partition("## 9.9.9 (2030-01-02)\n\n")[2].partition("\n\n## ")[0]
    assert re.findall(r"^### (\w+)$", release, re.MULTILINE) == ["Breaking", "Rules", "New", "Fixed"]
    assert "- Tried: rules, over\n  two lines.\n" in release
    assert f"\n\n## {before.partition('## ')[2]}" in after, "what was released before stays as it was"
    assert [path.name for path in (tmp_path / FOLDER.name).iterdir()] == ["template.md.jinja"]
