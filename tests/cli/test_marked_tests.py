"""Marks are read from the source code of tests without running it."""

from pathlib import Path

from pilein.cli.marked_tests import MarkedTest, checkout, marked_tests

SOURCE = """\
import pytest

pytestmark = [pytest.mark.soak, {module}]


@pytest.mark.clause("TY-01", "TY-02")
@pytest.mark.parametrize("score", [1, pytest.param(2, marks=pytest.mark.clause("TY-03"))])
def test_a_score_is_positive(score):
    assert score


@pytest.mark.clause("TY-04")
class TestMarch:
    @pytest.mark.clause("TY-05")
    def test_a_unit_can_march(self):
        pass

    def paces(self):
        pass


@pytest.mark.soak
def test_a_toy_without_a_mark_passes():
    pass
"""


def _checkout_with(folder: Path, module: str) -> Path:
    (folder / "tests" / "toy").mkdir(parents=True)
    (folder / "tests" / "toy" / "test_toy.py").write_text(SOURCE.format(module=module))
    (folder / "tests" / "test_plain.py").write_text("def test_an_empty_test_passes():\n    pass\n")
    return folder


def test_rule_marks_on_functions_parameters_and_classes_are_found(tmp_path: Path) -> None:
    assert marked_tests([_checkout_with(tmp_path, "pytest.mark.skip")]) == (
        MarkedTest(
            "test_a_score_is_positive", tmp_path / "tests" / "toy" / "test_toy.py", 8, ("TY-01", "TY-02", "TY-03")
        ),
        MarkedTest("test_a_unit_can_march", tmp_path / "tests" / "toy" / "test_toy.py", 15, ("TY-05", "TY-04")),
    )


def test_a_mark_on_a_module_applies_to_every_test_in_it(tmp_path: Path) -> None:
    found = marked_tests([_checkout_with(tmp_path, 'pytest.mark.clause("TY-09")')])
    assert [(test.name, test.ids[-1]) for test in found] == [
        ("test_a_score_is_positive", "TY-09"),
        ("test_a_unit_can_march", "TY-09"),
        ("test_a_toy_without_a_mark_passes", "TY-09"),
    ]


def test_the_tests_of_a_checkout_are_found_by_its_path() -> None:
    assert checkout() == Path(__file__).parents[2]
