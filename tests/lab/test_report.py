from fractions import Fraction

import pytest

from pilein.lab.report import as_csv


@pytest.mark.parametrize("name", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", " =1", "\t=1"])
def test_no_cell_of_a_csv_file_is_evaluated_by_a_spreadsheet(name):
    heading, row, _ = as_csv([{"unit": name, name: 1}]).split("\n")
    assert f"'{name}" in heading
    assert row.startswith((f"'{name},", f'"\'{name}",'))


def test_numbers_in_a_csv_file_are_not_escaped():
    assert as_csv([{"change": -0.5, "lead": "-3", "won": True}]) == "change,lead,won\n-0.5,-3,True\n"


def test_a_record_that_lacks_a_column_has_an_empty_cell_in_a_csv_file():
    assert as_csv([{"a": 1}, {"b": 2}]) == "a,b\n1,\n,2\n"


def test_a_csv_file_for_excel_has_semicolons_decimal_commas_and_a_byte_order_mark():
    written = as_csv([{"unit": "=1+1", "wins": Fraction(1, 4), "games": 3}], "excel")
    assert written == "\ufeffunit;wins;games\n'=1+1;0,25;3\n"
