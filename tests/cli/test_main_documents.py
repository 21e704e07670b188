"""The documents, tables and texts that answer each question are compared byte for byte with expected files.

    python -m tests.cli.test_main_documents

writes the expected files anew. Every change in them is a change that users see.
"""

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from pilein.cli.main import main

ROOT = Path(__file__).parents[2]
EXPECTED = Path(__file__).parent / "answers"
FIGHTS = "examples/scrollhammer/"
UNITS = f"{FIGHTS}units/units.toml"
QUESTIONS = {  # name: command; those with a CSV file end in csv
    "odds csv": f"odds {FIGHTS}duel.toml --phases 1",
    "joint csv": f"odds {FIGHTS}duel.toml --phases 1 --joint noble,outcome",
    "best": f"odds {FIGHTS}duel.toml --phases 1 --play best",
    "charge": "charge examples/wwpd/charge.toml --distances 4,9,14",
    "compare csv": f"lab compare {FIGHTS}duel.toml --set profiles.noble.S=5",
    "compare_sampled csv": f"lab compare {FIGHTS}duel.toml {FIGHTS}slaves.toml --set SH-CR-04=2 --way sampled -n 40"
    " --workers 1 --phases 1",
    "sweep csv": f"lab sweep {FIGHTS}duel.toml --over SH-HI-03.even=3..5",
    "sweep_two csv": f"lab sweep {FIGHTS}duel.toml --over SH-HI-03.even=3..4 --over profiles.noble.S=3..4"
    " --way sampled -n 40 --workers 1",
    "rulings csv": f"lab rulings {FIGHTS}duel.toml",
    "matchup csv": f"lab matchup {UNITS} guards levy --models 10 --phases 1 --workers 1",
    "points csv": f"lab points {UNITS} guards levy --phases 1 --workers 1 --no-options --modes standing",
    "simulate csv": f"simulate {FIGHTS}duel.toml -n 200 --seed 3 --phases 1 --workers 1",
}


def answers(question: str, folder: Path) -> dict[str, str]:
    """Map the name of each expected file to the text, document or CSV file that answers the question."""
    name, *files = question.split()
    command, csv = QUESTIONS[question].split(), folder / "answer.csv"
    found = {f"{name}.json": _printed(*command, "--json")}
    found[f"{name}.txt"] = _printed(*command, *(("--csv", str(csv)) if files else ())).replace(str(csv), "answer.csv")
    return {**found, **({f"{name}.csv": csv.read_text(encoding="utf-8")} if files else {})}


def _printed(*command: str) -> str:
    told = StringIO()
    with redirect_stdout(told):
        assert main(command) == 0
    return told.getvalue()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_json_document_that_answers_each_question_matches_the_stored_document(question, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    for name, found in answers(question, tmp_path).items():
        assert found == (EXPECTED / name).read_text(encoding="utf-8"), name


if __name__ == "__main__":
    import os
    import tempfile

    os.environ["COLUMNS"] = "100"
    for asked in QUESTIONS:
        with tempfile.TemporaryDirectory() as place:
            for file, words in answers(asked, Path(place)).items():
                (EXPECTED / file).write_text(words, encoding="utf-8")
