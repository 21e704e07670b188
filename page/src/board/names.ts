import type { DrawnUnit } from "./picture";

/** Where the name of a unit stands, in inches, y down. */
export interface NamePlace {
    unit: number;
    x: number;
    y: number;
}

const LETTER = 0.58; // the width of a letter, to its height

/** Places for names of a height (inches) that do not lie on each other: a name in the way moves on, from the enemy. */
export function namePlaces(
    units: readonly DrawnUnit[],
    height: number,
    words: (unit: DrawnUnit) => string,
): NamePlace[] {
    const taken: { left: number; right: number; y: number }[] = [];
    return units.map((one) => {
        const half = (words(one).length * LETTER * height) / 2;
        const [left, right] = [one.name[0] - half, one.name[0] + half];
        const step = one.isNameBelow ? height : -height;
        let y = -one.name[1] + (one.isNameBelow ? 1.2 : -0.45) * height;
        const isTaken = (): boolean =>
            taken.some((other) => other.left < right && left < other.right && Math.abs(other.y - y) < height * 0.95);
        while (isTaken()) y += step / 2;
        taken.push({ left, right, y });
        return { unit: one.unit.number, x: one.name[0], y };
    });
}
