"""The workers of a server can play rulesets from the user's folders, and the page offers the sample scenarios of these
rulesets.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import ROOT, Page

FENCE = (Path(__file__).parents[1] / "duel.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("how", ["--rulesets", "PILEIN_RULESETS"])
def test_a_server_offers_the_rulesets_of_a_folder_named_by_an_option_or_an_environment_variable(how, tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "fence.py").write_text(FENCE, encoding="utf-8")
    command = [sys.executable, "-m", "pilein.cli.start", "serve", "--port", "0", "--json", "--workers", "1"]
    command += ["--store", str(tmp_path / "tables.sqlite")]
    own, environment = str(tmp_path / "own"), dict(os.environ)
    if how == "--rulesets":
        command += [how, own]
    else:
        environment[how] = own
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            page = Page(json.loads(process.stdout.readline())["address"])
            games = {one["ruleset"]: one for one in page.ask("AskGames")["games"]}
            (sample,) = games["duel"]["examples"]
            toml = page.ask("AskExample", name=sample["name"])["toml"]
            page.open(toml)
            odds = page.ask("AskOdds", toml=toml, phases=1)
            assert odds["type"] != "Refused", odds
            page.socket.close()
        finally:
            process.terminate()
