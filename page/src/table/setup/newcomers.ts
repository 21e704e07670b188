import { type Point, middle, placed, profileOf, round2 } from "../../board/geometry";
import { table, tables, text } from "../../odds/data";
import { type LibraryUnit, withLibraryUnit } from "../../odds/library";
import { unitsOf } from "../../odds/edits";
import type { Board } from "../../protocol/messages";
import { MOST, type Scenario } from "./scenario";

const MM = 25.4; // in an inch
const APART = 0.5; // inches between loose models
const ROOM = 1.1; // inches that a newcomer keeps from everybody
const COLUMNS = 8;

interface Size {
    width: number;
    depth: number;
}

/** A scenario with a unit of the library on a side: in ranks or loose as it fights, on free ground near its friends. */
export function withNewcomer(scenario: Scenario, board: Board, side: string, taken: LibraryUnit): Scenario {
    const next = withLibraryUnit(scenario, side, taken);
    const units = unitsOf(next);
    const { files, ...unit } = units.at(-1)!;
    const base = baseOf(next, unit);
    const count = modelsOf(unit);
    const isBlock = typeof files === "number" && files > 0;
    const columns = isBlock ? Math.min(files, count) : Math.min(COLUMNS, count);
    const step = isBlock ? 0 : APART;
    const size = {
        width: columns * (base.width + step),
        depth: Math.ceil(count / columns) * (base.depth + step),
    };
    const facing = facingOf(board, side);
    const [x, y] = freePlace(board, side, size);
    const ahead = facing === 180 ? -1 : 1;
    const front = round2(y + (ahead * size.depth) / 2);
    const stands = isBlock
        ? { place: { x: round2(x), y: front, facing, files: columns } }
        : count > MOST
          ? {}
          : { positions: grid([x, y], count, columns, base), ...facingKey(next, facing) };
    return { ...next, unit: [...units.slice(0, -1), { ...unit, ...stands }] };
}

function modelsOf(unit: Readonly<Record<string, unknown>>): number {
    const own = unit["profile"] === undefined ? 0 : Number(unit["models"] ?? 0);
    return Math.max(
        1,
        tables(unit["members"]).reduce((sum, one) => sum + Number(one["models"] ?? 1), own),
    );
}

/** The base of a unit's models, in inches: "25mm square" or "25 x 50 mm". */
function baseOf(scenario: Scenario, unit: Readonly<Record<string, unknown>>): Size {
    const name = text(unit["profile"]) || text(tables(unit["members"])[0]?.["profile"]);
    const found = text(table(table(scenario["profiles"])[name])["base"]).match(/\d+(\.\d+)?/g) ?? ["25"];
    const [width, depth] = found.map((one) => Number(one) / MM);
    return { width: width!, depth: depth ?? width! };
}

/** The side that stands lower faces up the table, the other one down. */
function facingOf(board: Board, side: string): number {
    const heights = [0, 1].map((number) => centre(board, number)?.[1] ?? (number === 0 ? 0 : Infinity));
    const own = board.sides.indexOf(side);
    return heights[own]! <= heights[1 - own]! ? 0 : 180;
}

function centre(board: Board, side: number): Point | null {
    const units = new Set(board.units.filter((unit) => unit.side === side).map((unit) => unit.number));
    const points = placed(board).filter(({ model }) => units.has(model.unit));
    return points.length ? middle(points.map(({ x, y }): Point => [x, y])) : null;
}

/** Games whose loose models have no facing are given none. */
function facingKey(scenario: Scenario, facing: number): { facing?: number } {
    return unitsOf(scenario).some((unit) => "positions" in unit && "facing" in unit) ? { facing } : {};
}

function grid([x, y]: Point, count: number, columns: number, base: Size): Point[] {
    const [across, along] = [base.width + APART, base.depth + APART];
    const rows = Math.ceil(count / columns);
    return Array.from({ length: count }, (_, at): Point => {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        return [round2(x + (column - (columns - 1) / 2) * across), round2(y + ((rows - 1) / 2 - row) * along)];
    });
}

/** The free place that is nearest to the middle of a side; that middle if the table is full. */
function freePlace(board: Board, side: string, size: Size): Point {
    const [wide, deep] = board.table ?? [48, 48];
    const own = board.sides.indexOf(side);
    const home: Point = centre(board, own) ?? [wide / 2, own === 0 ? deep / 5 : (4 * deep) / 5];
    const models = placed(board).map(({ model, x, y }) => {
        const { width, depth } = profileOf(board, model);
        return { x, y, half: Math.max(width, depth) / 2 };
    });
    const isFree = ([x, y]: Point): boolean =>
        models.every(
            (one) =>
                Math.abs(one.x - x) > size.width / 2 + one.half + ROOM ||
                Math.abs(one.y - y) > size.depth / 2 + one.half + ROOM,
        );
    const places: Point[] = [];
    for (let x = size.width / 2 + 0.5; x <= wide - size.width / 2 - 0.5; x += 0.5)
        for (let y = size.depth / 2 + 0.5; y <= deep - size.depth / 2 - 0.5; y += 0.5) places.push([x, y]);
    const far = ([x, y]: Point): number => Math.hypot(x - home[0], 3 * (y - home[1])); // beside rather than behind
    return places.toSorted((one, other) => far(one) - far(other)).find(isFree) ?? home;
}
