import { type Point, round2 } from "../../board/geometry";

const APART = 0.5; // inches between loose models
const COLUMNS = 8; // of loose models

/** Inches across the facing and along it. */
export interface Size {
    width: number;
    depth: number;
}

/** The models of a unit that is to be placed: `files` 0 is a unit of loose models. */
export interface Formed {
    count: number;
    files: number;
    base: Size;
}

/** Models side by side in a unit that is to be placed. */
function columnsOf({ count, files }: Formed): number {
    return Math.min(files || COLUMNS, count);
}

/** The room that a unit takes. */
export function roomOf(formed: Formed): Size {
    const { count, files, base } = formed;
    const columns = columnsOf(formed);
    const step = files > 0 ? 0 : APART;
    return { width: columns * (base.width + step), depth: Math.ceil(count / columns) * (base.depth + step) };
}

/** Keys of a unit that stands with its middle at a point: one place for a block, one for each loose model. */
export function standsOf(formed: Formed, [x, y]: Point, facing: number): Record<string, unknown> {
    if (formed.files === 0) return { positions: grid([x, y], formed) };
    const ahead = facing === 180 ? -1 : 1;
    const front = round2(y + (ahead * roomOf(formed).depth) / 2);
    return { place: { x: round2(x), y: front, facing, files: columnsOf(formed) } };
}

function grid([x, y]: Point, formed: Formed): Point[] {
    const { count, base } = formed;
    const columns = columnsOf(formed);
    const [across, along] = [base.width + APART, base.depth + APART];
    const rows = Math.ceil(count / columns);
    return Array.from({ length: count }, (_, at): Point => {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        return [round2(x + (column - (columns - 1) / 2) * across), round2(y + ((rows - 1) / 2 - row) * along)];
    });
}
