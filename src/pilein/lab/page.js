"use strict";
const number = (words) => {
  const found = words.trim().replace(/,/g, "").replace(/−/g, "-").match(/^[<>~±\s]*([-+]?\d+(\.\d+)?)/);
  return found ? +found[1] : NaN;
};
const compare = (a, b, ways) => {
  const [one, other] = [number(a), number(b)], [isWords, areWords] = [one, other].map(Number.isNaN);
  if (isWords !== areWords) return isWords ? 1 : -1;
  return ways * (isWords ? a.localeCompare(b) : one - other);
};
for (const heading of document.querySelectorAll("th")) {
  heading.querySelector("button").addEventListener("click", () => {
    const table = heading.closest("table"), body = table.tBodies[0], column = heading.cellIndex;
    const ways = heading.getAttribute("aria-sort") === "descending" ? 1 : -1;
    for (const other of table.querySelectorAll("th")) other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", ways === 1 ? "ascending" : "descending");
    const text = (row) => row.cells[column].textContent;
    body.append(...[...body.rows].sort((a, b) => compare(text(a), text(b), ways)));
  });
}
