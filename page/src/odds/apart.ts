import { cell, modelsByUnit, type Point } from "../board/geometry";
import { type Client, Refusal } from "../protocol/client";
import type { Board, Words } from "../protocol/messages";
import { type Formed, roomOf, standsOf } from "../table/setup/stands";
import { type Data, text } from "./data";
import { inContact, ON_THE_TABLE, sidesOf, unitsOf } from "./edits";
import { fieldOf } from "./fields";

const TABLE = 72; // inches: room for a charge of a foot between two deep units
const BETWEEN = 6; // inches between the sides; the charge is told for every distance
const BESIDE = 2; // inches between units of a side, and from them to the edge

/** Two units of a fight without a table, apart from each other and from everybody else, face to face on an empty one. */
export function setApart(scenario: Data, board: Board, words: Words, [one, other]: readonly [string, string]): Data {
    return faceToFace(scenario, board, words, [[one], [other]]);
}

/** All units of a fight without a table on an empty one: each side in a line, face to face with the other side. */
export function setOnTable(scenario: Data, board: Board, words: Words): Data {
    const lines = sidesOf(scenario).map((side) =>
        unitsOf(scenario)
            .filter((unit) => unit.side === side)
            .map((unit) => text(unit.name)),
    );
    return faceToFace(scenario, board, words, lines);
}

/** Lines of units by their names, face to face on an empty table that has room for them; other units are left out. */
function faceToFace(scenario: Data, board: Board, words: Words, lines: readonly (readonly string[])[]): Data {
    const { press: _press, ...rest } = scenario;
    const formed = lines.map((names) => names.flatMap((name) => formedIn(scenario, board, words, name)));
    const width = Math.max(TABLE, ...formed.map((line) => Math.ceil(wide(line)) + 2 * BESIDE));
    const placed = formed.flatMap((line, at) => inLine(line, [width / 2, TABLE / 2], at === 0));
    // In the order of the scenario: other keys may count on it.
    const unit = unitsOf(scenario).flatMap(({ name }) => placed.filter((one) => one["name"] === name));
    return { ...rest, unit, table: { width, depth: TABLE } };
}

interface Standing {
    unit: Data;
    formed: Formed;
}

function wide(line: readonly Standing[]): number {
    return line.reduce((sum, { formed }) => sum + roomOf(formed).width, BESIDE * Math.max(0, line.length - 1));
}

/** The units of a side beside each other, with their fronts half the distance from the middle of the table. */
function inLine(line: readonly Standing[], [middle, height]: Point, isLower: boolean): Data[] {
    let left = middle - wide(line) / 2;
    return line.map(({ unit, formed }) => {
        const { width, depth } = roomOf(formed);
        const y = height + (isLower ? -1 : 1) * (BETWEEN / 2 + depth / 2);
        const facing = isLower ? 0 : 180;
        const stands = standsOf(formed, [left + width / 2, y], facing);
        left += width + BESIDE;
        return { ...unit, ...stands, ...(formed.files ? {} : { facing }) };
    });
}

/** A unit without what its contact says of it, and how it is formed; nothing if it is not there or has no models. */
function formedIn(scenario: Data, board: Board, words: Words, name: string): Standing[] {
    const found = unitsOf(scenario).find((one) => one.name === name);
    const formed = found === undefined ? null : formedAs(board, name, isBlock(found, words));
    if (found === undefined || formed === null) return [];
    const ofContact = words.unit.filter((field) => field.is_of_contact).map((field) => field.key);
    const kept = Object.entries(found).filter(([key]) => ![...ofContact, ...ON_THE_TABLE].includes(key));
    return [{ unit: Object.fromEntries(kept), formed }];
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

/** The text of a set-up that is asked about in the place of the shown one; a fault of it is a refusal. */
export async function textOf(desk: Pick<Client, "ask">, scenario: Data, signal: AbortSignal): Promise<string> {
    const { toml, faults } = await desk.ask({ type: "AskToml", scenario }, signal);
    const [fault] = faults;
    if (fault !== undefined) throw new Refusal({ reason: fault.reason, remedy: fault.remedy });
    return toml;
}
