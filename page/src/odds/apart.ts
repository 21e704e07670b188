import { cell, modelsByUnit } from "../board/geometry";
import type { Board, Words } from "../protocol/messages";
import { type Formed, roomOf, standsOf } from "../table/setup/stands";
import { type Data, text } from "./data";
import { inContact, ON_THE_TABLE, unitsOf } from "./edits";
import { fieldOf } from "./fields";

const TABLE = 72; // inches: room for a charge of a foot between two deep units
const BETWEEN = 6; // inches; the charge is told for every distance
const OF_CONTACT: readonly string[] = ["charged", "files", ...ON_THE_TABLE];

/** Two units of a fight without a table, apart from each other and from everybody else, face to face on an empty one. */
export function setApart(scenario: Data, board: Board, words: Words, pair: readonly [string, string]): Data {
    const { press: _press, ...rest } = scenario;
    const middle = TABLE / 2;
    const unit = pair.flatMap((name, at) => {
        const found = unitsOf(scenario).find((one) => one.name === name);
        const formed = found === undefined ? null : formedAs(board, name, isBlock(found, words));
        if (found === undefined || formed === null) return [];
        const way = at === 0 ? -1 : 1;
        const y = middle + way * (BETWEEN / 2 + roomOf(formed).depth / 2);
        const facing = at === 0 ? 0 : 180;
        const kept = Object.fromEntries(Object.entries(found).filter(([key]) => !OF_CONTACT.includes(key)));
        return [{ ...kept, ...standsOf(formed, [middle, y], facing), ...(formed.files ? {} : { facing }) }];
    });
    return { ...rest, unit, table: { width: TABLE, depth: TABLE } };
}

function isBlock(unit: Data, words: Words): boolean {
    const usual = fieldOf(words.unit, "formation")?.usual;
    return words.blocks.includes(text(unit.formation) || text(usual));
}

/** How a unit of a board is formed; its models take the room of the largest. */
function formedAs(board: Board, name: string, isBlock: boolean): Formed | null {
    const unit = board.units.find((one) => one.name === name);
    const models = unit === undefined ? [] : (modelsByUnit(board).get(unit.number) ?? []);
    if (unit === undefined || models.length === 0) return null;
    const [width, depth] = cell(board, models);
    return { count: models.length, files: isBlock ? unit.files : 0, base: { width, depth } };
}

/** Two units of a table by themselves, in contact from the start. */
export function setTogether(scenario: Data, one: string, other: string): Data {
    const unit = unitsOf(scenario).filter(({ name }) => name === one || name === other);
    return inContact({ ...scenario, unit });
}
