import type { Board, Model, Unit } from "../protocol/messages";
import { type Placed, type Point, corners, hull, middle, placed, profileOf } from "./geometry";
import { ROLES, shade } from "./marks";

/** A unit as it is drawn: its colour, its models with their places, and where its name stands. */
export interface DrawnUnit {
    unit: Unit;
    colour: string;
    models: Placed[];
    name: Point;
    isNameBelow: boolean;
}

/** A unit that is being dragged: only the transform of its group changes. */
export interface Moved {
    unit: number;
    transform: string;
}

/** The units of a board that have models on it. */
export function drawnUnits(board: Board): DrawnUnit[] {
    const byUnit = new Map<number, Placed[]>(board.units.map((unit) => [unit.number, []]));
    for (const one of placed(board)) byUnit.get(one.model.unit)?.push(one);
    const lower = lowerSide(board, byUnit);
    return board.units.flatMap((unit) => {
        const models = byUnit.get(unit.number)!;
        if (!models.length) return [];
        const isNameBelow = unit.side === lower;
        return [
            { unit, colour: unitColour(board, unit), models, name: namePlace(board, models, isNameBelow), isNameBelow },
        ];
    });
}

/** The side whose models stand lower on the table: its names go below its units, away from the enemy. */
function lowerSide(board: Board, byUnit: Map<number, Placed[]>): number {
    const heights = [0, 1].map((side) => {
        const ys = board.units
            .filter((unit) => unit.side === side)
            .flatMap((unit) => byUnit.get(unit.number)!.map((one) => one.y));
        return ys.reduce((total, y) => total + y, 0) / Math.max(1, ys.length);
    });
    return heights[0]! <= heights[1]! ? 0 : 1;
}

function namePlace(board: Board, models: Placed[], isBelow: boolean): Point {
    const edge = models.map(({ model, y }) => {
        const { width, depth } = profileOf(board, model);
        const half = Math.max(width, depth) / 2;
        return isBelow ? y - half : y + half;
    });
    const [x] = middle(models.map((one): Point => [one.x, one.y]));
    return [x, isBelow ? Math.min(...edge) : Math.max(...edge)];
}

/** The colour of a unit: its side's, lighter or darker by its place among the side's units. */
export function unitColour(board: Board, unit: Unit): string {
    const place = board.units.filter((one) => one.side === unit.side).indexOf(unit);
    return shade(board.colours[unit.side]!, place);
}

/** A unit in a few words: what is left of it and, if it is out of the fight, what became of it. */
export function stateWords(unit: Unit): string {
    const count = unit.left === unit.before ? `${unit.before}` : `${unit.left} of ${unit.before}`;
    return unit.is_beaten ? `${count}, ${unit.fate}` : count;
}

export function modelWords(board: Board, model: Model): string {
    const unit = board.units[model.unit]!;
    const role = ROLES[profileOf(board, model).role]?.words;
    const wounds = model.wounds_lost ? `, ${model.wounds_lost} lost` : "";
    return `${unit.name}, model ${model.number}${role ? `: ${role}` : ""}${wounds}`;
}

/** A polygon round all models of a unit. */
export function unitHull(board: Board, models: readonly Placed[]): Point[] {
    return hull(models.flatMap(({ model, x, y, facing }) => corners(profileOf(board, model), x, y, facing)));
}
