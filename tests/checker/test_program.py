from tests.checker import __main__ as program
from tests.checker.findings import Finding


def test_the_exit_code_is_1_if_the_checker_finds_a_fault(monkeypatch, capsys):
    monkeypatch.setattr(program, "random_game", lambda *_: None)
    monkeypatch.setattr(program, "Trace", lambda game: game)
    monkeypatch.setitem(program.FINDINGS, "wwpd", lambda _: iter(()))
    assert program.main("wwpd", 0, 2) == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setitem(program.FINDINGS, "wwpd", lambda _: iter([Finding("attacks", 3, "unit2 struck once")]))
    assert program.main("wwpd", 60490, 1) == 1
    assert "0.00007 inches out of contact" in capsys.readouterr().out
    assert program.main("wwpd", 1, 1) == 1
    assert "known" not in capsys.readouterr().out
