from tests.checker import __main__ as program
from tests.checker.findings import Finding


def test_the_exit_code_is_1_if_the_checker_finds_a_fault(monkeypatch, capsys):
    monkeypatch.setattr(program, "random_game", lambda *_: None)
    monkeypatch.setattr(program, "Trace", lambda game: game)
    monkeypatch.setitem(program.FINDINGS, "scrollhammer", lambda _: iter(()))
    assert program.main("scrollhammer", 0, 2) == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setitem(program.FINDINGS, "scrollhammer", lambda _: iter([Finding("few by corners", 3, "1 of 2")]))
    assert program.main("scrollhammer", 60637, 1) == 1
    assert "could end 0.36 inches aside" in capsys.readouterr().out
    assert program.main("scrollhammer", 1, 1) == 1
    assert "known" not in capsys.readouterr().out
