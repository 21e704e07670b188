"""The report in a real browser shows no errors, is readable at any width, and has sortable tables."""

import json
import re
import shutil
import subprocess
from html import unescape

import pytest

import pilein
from pilein.lab.page import Part, page
from pilein.lab.table import LEFT, RIGHT, Section

BROWSER = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)
FAULTS = re.compile(r"CONSOLE|Content Security Policy|Uncaught|net::ERR")
ASK = """
<script>
const heads = [...document.querySelectorAll("th button")];
for (const head of heads) { head.click(); head.click(); }
const table = document.querySelector("table"), cells = (place) => [...table.tBodies[0].rows].map(
  (row) => row.cells[place].textContent);
const button = (place) => table.querySelectorAll("th button")[place];
const told = document.createElement("p");
told.id = "told";
told.textContent = JSON.stringify({
  heads: heads.length, columns: [...table.tBodies[0].rows[0].cells].map((_, place) => {
    button(place).click();
    const one = cells(place);
    button(place).click();
    return [one, cells(place)];
  }),
  width: document.documentElement.scrollWidth, window: innerWidth,
});
document.body.append(told);
</script>
"""


@pytest.fixture(scope="module")
def browser():
    if BROWSER is None:
        pytest.skip("chromium is not installed")
    return BROWSER


@pytest.fixture
def opened(browser, tmp_path):
    def opened(html, width):
        file = tmp_path / "report.html"
        file.write_text(html)
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0"]
        command += [f"--user-data-dir={tmp_path}/profile", f"--window-size={width},900", "--dump-dom", file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        return done.stdout, [line for line in done.stderr.splitlines() if FAULTS.search(line)]

    return opened


@pytest.fixture
def html(brawls):
    return pilein.report("press.toml", games=40).html()


@pytest.mark.parametrize("width", [1200, 500])
def test_the_report_page_opens_without_errors_and_fits_the_screen(opened, html, width):
    told, faults = opened(html.replace("</body>", f"{ASK}</body>"), width)
    assert faults == []
    answer = answer_in(told)
    assert answer["heads"] > 5
    assert answer["width"] <= answer["window"]


def test_a_table_on_the_report_page_can_be_sorted_in_both_directions(opened, html):
    told, _ = opened(html.replace("</body>", f"{ASK}</body>"), 1200)
    for down, up in answer_in(told)["columns"]:
        assert down == up[::-1] or len(set(down)) < len(down)
        assert sorted(down) == sorted(up)


def test_a_network_request_by_the_report_page_is_blocked_and_detected(opened, html):
    _, faults = opened(html.replace("</body>", '<img src="https://example.org/x.png"></body>'), 1200)
    assert any("Content Security Policy" in line for line in faults)


def answer_in(dom):
    return json.loads(unescape(re.search(r'<p id="told">(.*?)</p>', dom, re.DOTALL)[1]))


def test_numbers_with_signs_or_marks_and_percentages_are_sorted_by_value_on_the_report_page(opened):
    values = ("+3.5", "-12.0", "−2.0", "100.00 %", "~7", "-", "< 0.01 %", "1,200")
    table = Section("numbers", (("value", RIGHT),), tuple((one,) for one in values))
    told, _ = opened(page("t", (), [Part("p", (), tables=(table,))], "").replace("</body>", f"{ASK}</body>"), 1200)
    ((down, up),) = answer_in(told)["columns"]
    assert up == ["-12.0", "−2.0", "< 0.01 %", "+3.5", "~7", "100.00 %", "1,200", "-"]
    assert down == [*up[-2::-1], "-"]


@pytest.mark.parametrize(("width", "display"), [(500, "block"), (1200, "table-cell")])
def test_a_table_row_of_sentences_becomes_a_block_of_lines_on_a_phone(opened, width, display):
    table = Section("rulings", (("ruling", LEFT), ("words", LEFT)), (("BR-R-01", "A long sentence. " * 9),))
    ask = '<script>document.body.dataset.told = getComputedStyle(document.querySelector("td + td")).display</script>'
    html = page("t", (), [Part("p", (), tables=(table,))], "").replace("</body>", f"{ask}</body>")
    told, _ = opened(html, width)
    assert f'data-told="{display}"' in told
