import { type Point, middle, placed, profileOf } from "../../board/geometry";
import { table, tables, text } from "../../odds/data";
import { type LibraryUnit, withLibraryUnit } from "../../odds/library";
import { modelsOf, unitsOf } from "../../odds/edits";
import type { Board } from "../../protocol/messages";
import { MOST, type Scenario } from "./scenario";
import { type Size, roomOf, standsOf } from "./stands";

const MM = 25.4; // in an inch
const ROOM = 1.1; // inches that a newcomer keeps from everybody

/** A scenario with a unit of the library on a side: in ranks or loose as it fights, on free ground near its friends. */
export function withNewcomer(scenario: Scenario, board: Board, side: string, taken: LibraryUnit): Scenario {
    const next = withLibraryUnit(scenario, side, taken);
    const units = unitsOf(next);
    const { files, ...unit } = units.at(-1)!;
    const isBlock = typeof files === "number" && files > 0;
    const formed = { count: Math.max(1, modelsOf(unit)), files: isBlock ? files : 0, base: baseOf(next, unit) };
    const facing = facingOf(board, side);
    const isPlaced = isBlock || formed.count <= MOST;
    const stands = isPlaced ? standsOf(formed, freePlace(board, side, roomOf(formed)), facing) : {};
    const faced = isPlaced && !isBlock ? facingKey(next, facing) : {};
    return { ...next, unit: [...units.slice(0, -1), { ...unit, ...stands, ...faced }] };
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
