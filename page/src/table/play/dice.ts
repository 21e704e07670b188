/** The pips of a die, in a square from -10 to 10. */
const PIPS: readonly (readonly [number, number])[][] = [
    [],
    [[0, 0]],
    [
        [-5, -5],
        [5, 5],
    ],
    [
        [-5, -5],
        [0, 0],
        [5, 5],
    ],
    [
        [-5, -5],
        [5, -5],
        [-5, 5],
        [5, 5],
    ],
    [
        [-5, -5],
        [5, -5],
        [0, 0],
        [-5, 5],
        [5, 5],
    ],
    [
        [-5, -5],
        [5, -5],
        [-5, 0],
        [5, 0],
        [-5, 5],
        [5, 5],
    ],
];

/** The pips of a face as an SVG path; "" for a face that no six-sided die has. */
export function pips(face: number): string {
    return (PIPS[face] ?? []).map(([x, y]) => `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`).join("");
}
