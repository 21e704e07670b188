import type { Board, Model, Profile } from "../protocol/messages";

/** Places in inches, x to the right and y up the table; angles in degrees clockwise from up the table. */
export type Point = [number, number];

export interface Placed {
    model: Model;
    x: number;
    y: number;
    facing: number;
}

export interface Box {
    left: number;
    low: number;
    right: number;
    high: number;
}

const PRESS_FILES = 10; // abreast, where no frontage is given
const PRESS_GAP = 1; // inches between units of a side
const AROUND = 6; // inches round the models that are shown at first
const PRESS_MARGIN = 2.2; // inches round the units, for their names

/** Every model with its place; in the press, where models have none, ranks and files on both sides of a line. */
export function placed(board: Board): Placed[] {
    if (board.table === null) return inPress(board);
    return board.models.flatMap((model) =>
        model.x === null || model.y === null ? [] : [{ model, x: model.x, y: model.y, facing: model.facing ?? 0 }],
    );
}

function inPress(board: Board): Placed[] {
    const byUnit = modelsByUnit(board);
    return [0, 1].flatMap((side) => {
        const units = board.units.filter((unit) => unit.side === side && unit.before > 0);
        const cells = units.map((unit) => cell(board, byUnit.get(unit.number) ?? []));
        const files = units.map((unit) => Math.max(1, Math.min(unit.files || PRESS_FILES, unit.before)));
        const widths = cells.map(([wide], at) => wide * files[at]!);
        let left = -(sum(widths) + PRESS_GAP * (units.length - 1)) / 2;
        return units.flatMap((unit, at) => {
            const found = inRanks(byUnit.get(unit.number) ?? [], cells[at]!, files[at]!, left, side);
            left += widths[at]! + PRESS_GAP;
            return found;
        });
    });
}

export function modelsByUnit(board: Board): Map<number, Model[]> {
    const found = new Map<number, Model[]>();
    for (const model of board.models) {
        const unit = found.get(model.unit);
        if (unit === undefined) found.set(model.unit, [model]);
        else unit.push(model);
    }
    return found;
}

/** A unit of the press: its front edge on the line between the sides, its last rank in the middle. */
function inRanks(models: Model[], [wide, deep]: Point, files: number, left: number, side: number): Placed[] {
    const ahead = side === 0 ? 1 : -1;
    return models.map((model, at) => {
        const rank = Math.floor(at / files);
        const inThisRank = Math.min(files, models.length - rank * files);
        const file = (at % files) + (files - inThisRank) / 2;
        const x = left + (file + 0.5) * wide;
        return { model, x, y: -ahead * (rank + 0.5) * deep, facing: side === 0 ? 0 : 180 };
    });
}

/** The room of a model in ranks: the largest base of its unit. */
export function cell(board: Board, models: Model[]): Point {
    const profiles = models.map((model) => profileOf(board, model));
    return [Math.max(0.2, ...profiles.map((one) => one.width)), Math.max(0.2, ...profiles.map((one) => one.depth))];
}

export function profileOf(board: Board, model: Model): Profile {
    return board.profiles[model.profile]!;
}

/** What the picture shows: the table, or round the units of the press. */
export function extent(board: Board): Box {
    if (board.table !== null) return { left: 0, low: 0, right: board.table[0], high: board.table[1] };
    const all = placed(board);
    return {
        left: Math.min(-4, ...all.map((one) => one.x)) - PRESS_MARGIN,
        low: Math.min(-2, ...all.map((one) => one.y)) - PRESS_MARGIN,
        right: Math.max(4, ...all.map((one) => one.x)) + PRESS_MARGIN,
        high: Math.max(2, ...all.map((one) => one.y)) + PRESS_MARGIN,
    };
}

/** The part of the picture with the models in it: what a reader wants to see first. */
export function action(board: Board): Box {
    const whole = extent(board);
    const all = placed(board);
    if (board.table === null || !all.length) return whole;
    return {
        left: Math.max(whole.left, Math.min(...all.map((one) => one.x)) - AROUND),
        low: Math.max(whole.low, Math.min(...all.map((one) => one.y)) - AROUND),
        right: Math.min(whole.right, Math.max(...all.map((one) => one.x)) + AROUND),
        high: Math.min(whole.high, Math.max(...all.map((one) => one.y)) + AROUND),
    };
}

/** The outline of a base round its middle, as an SVG path, y down. */
export function outline(profile: Pick<Profile, "base" | "width" | "depth">): string {
    const [wide, deep] = [profile.width / 2, profile.depth / 2];
    if (profile.base === "rectangle" || profile.base === "square") {
        return `M${-wide} ${-deep}H${wide}V${deep}H${-wide}Z`;
    }
    return `M${-wide} 0A${wide} ${deep} 0 1 1 ${wide} 0A${wide} ${deep} 0 1 1 ${-wide} 0Z`;
}

/** The corners of a base on the table, for hulls and areas; round bases by sixteen points. */
export function corners(profile: Profile, x: number, y: number, facing: number): Point[] {
    const [wide, deep] = [profile.width / 2, profile.depth / 2];
    const isSquare = profile.base === "rectangle" || profile.base === "square";
    const local: Point[] = isSquare
        ? [
              [-wide, -deep],
              [wide, -deep],
              [wide, deep],
              [-wide, deep],
          ]
        : Array.from({ length: 16 }, (_, at) => {
              const angle = (at * Math.PI) / 8;
              return [wide * Math.cos(angle), deep * Math.sin(angle)];
          });
    return local.map((point) => shifted(turned(point, facing), [x, y]));
}

/** A point turned clockwise round the origin. */
export function turned([x, y]: Point, degrees: number): Point {
    const angle = (degrees * Math.PI) / 180;
    return [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
}

export function turnedRound(point: Point, middle: Point, degrees: number): Point {
    return shifted(turned([point[0] - middle[0], point[1] - middle[1]], degrees), middle);
}

export function shifted([x, y]: Point, [right, up]: Point): Point {
    return [x + right, y + up];
}

export function distance([x, y]: Point, [otherX, otherY]: Point): number {
    return Math.hypot(otherX - x, otherY - y);
}

/** The point of several lines, each through its points in order, that is nearest to a given point. */
export function nearestOn(lines: readonly (readonly Point[])[], at: Point): Point {
    let best: Point = [Infinity, Infinity];
    for (const line of lines) {
        for (let index = 1; index < line.length; index += 1) {
            const found = nearestBetween(line[index - 1]!, line[index]!, at);
            if (distance(found, at) < distance(best, at)) best = found;
        }
    }
    return best;
}

function nearestBetween([x, y]: Point, [toX, toY]: Point, at: Point): Point {
    const [dx, dy] = [toX - x, toY - y];
    const share = ((at[0] - x) * dx + (at[1] - y) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(1, Math.max(0, share));
    return [x + dx * part, y + dy * part];
}

/** Degrees clockwise from up the table, from one point to another. */
export function bearing([x, y]: Point, [toX, toY]: Point): number {
    return wrapped((Math.atan2(toX - x, toY - y) * 180) / Math.PI);
}

/** An angle from 0 to 360. */
export function wrapped(degrees: number): number {
    return ((degrees % 360) + 360) % 360;
}

/** The length of a path through points. */
export function length(points: readonly Point[]): number {
    return sum(points.slice(1).map((point, at) => distance(points[at]!, point)));
}

export function middle(points: readonly Point[]): Point {
    return [sum(points.map(([x]) => x)) / points.length, sum(points.map(([, y]) => y)) / points.length];
}

/** The smallest convex polygon round points (Andrew's monotone chain). */
export function hull(points: readonly Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (sorted.length < 3) return sorted;
    return [...halfHull(sorted), ...halfHull(sorted.reverse())];
}

function halfHull(points: readonly Point[]): Point[] {
    const found: Point[] = [];
    for (const point of points) {
        while (found.length > 1 && cross(found.at(-2)!, found.at(-1)!, point) <= 0) found.pop();
        found.push(point);
    }
    return found.slice(0, -1);
}

function cross(o: Point, a: Point, b: Point): number {
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** A sector as an SVG path round the origin, y down: from one angle to another, both clockwise from up. */
export function sector(from: number, to: number, radius: number): string {
    const [fromX, fromY] = turned([0, radius], from);
    const [toX, toY] = turned([0, radius], to);
    const large = to - from > 180 ? 1 : 0;
    return `M0 0L${fromX} ${-fromY}A${radius} ${radius} 0 ${large} 1 ${toX} ${-toY}Z`;
}

function sum(numbers: readonly number[]): number {
    return numbers.reduce((total, one) => total + one, 0);
}

/** Rounded for words and files: at most two decimals, no minus zero. */
export function round2(value: number): number {
    return Math.round(value * 100) / 100 + 0;
}
