import type { Box } from "./geometry";
import { boxRound, sizeOf } from "./labels";
import { type DrawnUnit, stateWords } from "./picture";

/** Where the name of a unit stands, in inches, y down. */
export interface NamePlace {
    unit: number;
    x: number;
    y: number;
}

const ROOMY = 14; // dots to the inch, from which there is room for more than names

export function hasRoom(scale: number): boolean {
    return scale >= ROOMY;
}

/** The height of the letters of a name, in inches. */
export function nameLetter(scale: number): number {
    return (hasRoom(scale) ? 12.5 : 10.5) / scale;
}

export function nameWords(one: DrawnUnit, scale: number): string {
    if (hasRoom(scale)) return `${one.unit.name} ${stateWords(one.unit)}`;
    return one.unit.is_beaten ? `${one.unit.name} ${one.unit.fate}` : one.unit.name;
}

/** Places for names that do not lie on each other: a name in the way moves on, from the enemy. */
export function namePlaces(units: readonly DrawnUnit[], scale: number): NamePlace[] {
    const height = nameLetter(scale);
    const taken: { left: number; right: number; y: number }[] = [];
    return units.map((one) => {
        const half = sizeOf(nameWords(one, scale), height)[0] / 2;
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

/** The room that the names take up, y up the table. */
export function nameBoxes(units: readonly DrawnUnit[], scale: number): Box[] {
    const height = nameLetter(scale);
    return namePlaces(units, scale).map(({ x, y }, at) =>
        boxRound([x, -y + 0.35 * height], sizeOf(nameWords(units[at]!, scale), height)),
    );
}
