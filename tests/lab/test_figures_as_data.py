import sys
from fractions import Fraction
from importlib.machinery import ModuleSpec
from types import ModuleType

from pilein.lab.figures import SURE, Distribution, Estimate, EventFigures, Figures, UnitFigures
from pilein.lab.figures_as_data import as_arrays, as_document, as_fraction, as_number, as_records
from pilein.lab.report import as_frame

HALF = Fraction(1, 2)
EVENT = EventFigures("Broke", "guards", (("by_choice", False),), "SH-MO-04", HALF, HALF)
UNIT = UnitFigures(
    "guards", "red", 3, (("standing", HALF), ("falling back", HALF)), Distribution(((0, HALF), (2, HALF)))
)
FIGURES = Figures(
    sides=("red", "blue"),
    outcome=(("red wins", HALF), ("blue wins", HALF)),
    units=(UNIT,),
    phases=Distribution(((1, Fraction(1)),)),
    margin=Distribution(((-1, HALF), (0, HALF))),
    decided=(("SH-MO-04", HALF),),
    events=(EVENT,),
)


def test_the_document_of_figures_contains_every_figure_with_fractions_as_strings():
    document = as_document(FIGURES, phases=1)
    assert document["exact"]
    assert document["phases"] == 1
    assert document["outcome"]["red wins"] == {"p": "1/2", "decimal": 0.5}
    assert document["losses"] == {"guards": {"0": "1/2", "2": "1/2"}}
    assert document["losses_in_short"]["guards"]["mean"] == {"p": "1/1", "decimal": 1.0}
    assert document["unresolved"] == {"p": "0/1", "decimal": 0.0}
    assert document["events"] == [
        {
            "event": "Broke",
            "unit": "guards",
            "facts": {"by_choice": False},
            "clause": "SH-MO-04",
            "p": "1/2",
            "decimal": 0.5,
            "expected": {"p": "1/2", "decimal": 0.5},
        }
    ]


def test_an_estimate_in_a_document_has_a_standard_error_and_an_interval():
    low, high = 0.25 - SURE * 0.01, 0.25 + SURE * 0.01
    assert as_number(Estimate(0.25, 0.01)) == {"decimal": 0.25, "error": 0.01, "low": low, "high": high}
    assert as_number(0.25) == {"decimal": 0.25}


def test_a_fraction_in_a_document_may_have_more_digits_than_python_prints_for_an_integer():
    assert as_fraction(Fraction(1, 10**5000)) == "1/1" + "0" * 5000


def test_every_probability_of_the_figures_has_a_record():
    records = as_records(FIGURES)
    assert len(records) == 2 + 2 + 2 + 1 + 2 + 1 + 1
    assert records[-1] == {"figure": "event", "of": "guards", "value": "Broke SH-MO-04", "chance": HALF} | {
        "error": 0,
        "low": HALF,
        "high": HALF,
    }


def test_arrays_of_figures_have_an_entry_for_every_number_from_zero_up():
    assert as_arrays(FIGURES)["losses guards"].tolist() == [0.5, 0, 0.5]
    assert as_arrays(FIGURES)["phases"].tolist() == [0, 1]


def test_the_data_frame_of_figures_has_a_row_for_every_record(monkeypatch):
    """Values are converted to strings, because not all of them are numbers. Probabilities are converted to floats."""
    library = ModuleType("library_of_frames")
    library.DataFrame = list
    library.__spec__ = ModuleSpec(library.__name__, None)
    monkeypatch.setitem(sys.modules, library.__name__, library)
    monkeypatch.setattr("pilein.lab.report.FRAMES", ("no_such_library", library.__name__))
    records = as_records(FIGURES)
    assert as_frame(records) == [
        record | {"value": str(record["value"])} | {key: float(record[key]) for key in ("chance", "low", "high")}
        for record in records
    ]
