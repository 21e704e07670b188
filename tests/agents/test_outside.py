"""An external program belongs to an owner: a single process plays all of its owner's games, and no process is left
running afterwards.
"""

from pathlib import Path

import pytest

import pilein
from pilein.agents.outside import Outside, Programs

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
COMMAND = f"sh {ROOT / 'examples/agents/first.sh'}"


def test_one_program_plays_all_games_of_its_owner_until_the_owner_ends_it():
    programs = Programs()
    process = programs.of(COMMAND).process
    for seed in (1, 2):
        pilein.play(DUEL, Outside(COMMAND, programs), seed=seed)
    assert programs.of(COMMAND).process is process
    programs.end()
    assert process.poll() is not None


def test_a_program_that_has_ended_is_started_again():
    programs = Programs()
    process = programs.of(COMMAND).process
    process.kill()
    process.wait()
    assert programs.of(COMMAND).process is not process
    programs.end()


def test_a_program_is_not_left_running_if_it_does_not_report_that_it_is_ready(tmp_path):
    talker, left = tmp_path / "talker.sh", tmp_path / "process"
    talker.write_text(f"echo $$ > {left}\necho '{{}}'\nread line\nread line\n")
    with pytest.raises(pilein.BadInput, match="did not report that it was ready"):
        Programs().of(f"sh {talker}")
    assert not Path(f"/proc/{left.read_text().strip()}").exists()
