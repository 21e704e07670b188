from pathlib import Path

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.lab.figures_as_tables import events_table, tables
from pilein.lab.odds import odds
from pilein.lab.table import sections

MIRROR = Path(__file__).parent / "figures" / "mirror.toml"


def test_empty_tables_of_figures_are_omitted():
    found = odds(MIRROR, phases=1)
    titles = [section.title for section in tables(found.figures, "scrollhammer")]
    assert titles == ["outcome", "units", "models lost", "first combat result", "what decided it"]
    more = tables(odds(MIRROR, phases=0).figures, "scrollhammer")
    assert [section.title for section in more if section.title not in titles] == ["phases played"]
    assert events_table(found.events).title == "events"


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("fight", ["scrollhammer/duel", "scorched/duel", "wab/press", "wwpd/plain_men"])
def test_the_sentences_that_decided_a_fight_are_labelled_with_their_short_titles(fight):
    found, ruleset = odds(EXAMPLES / f"{fight}.toml", phases=1), fight.partition("/")[0]
    sentences = ruleset_named(ruleset).sentences
    (decided,) = [one for one in sections(tables(found.figures, ruleset)) if one.title == "what decided it"]
    assert [row[0] for row in decided.rows] == [sentences[row[-1]].short for row in decided.rows]
    assert all(row[0] for row in decided.rows)


def test_the_share_of_undecided_fights_is_shown_only_if_it_is_not_zero(tmp_path):
    assert "cut off by the rules, undecided" not in str(odds(EXAMPLES / "scrollhammer/duel.toml"))
    peaceful = tmp_path / "peaceful.toml"
    peaceful.write_text(MIRROR.read_text().replace("T = 3", "T = 9").replace("S = 3", "S = 1"))
    assert "cut off by the rules, undecided" in str(odds(peaceful))
