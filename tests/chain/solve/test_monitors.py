"""Monitors follow the symbols of a chain's labels."""

from pilein.chain.solve.monitors import Both, Eventually, MonitorRun


def test_two_monitors_in_one_run_remember_both_of_their_states():
    run = MonitorRun(Both(Eventually("hit"), Eventually("slain")), [("hit",), ("slain",), ("missed", "hit", "slain")])
    states = [0]
    for label in (0, 1):
        states.append(run.after(states[-1], label))
    assert [run.states[state] for state in states] == [(False, False), (True, False), (True, True)]
    assert run.after(0, 2) == states[-1]
