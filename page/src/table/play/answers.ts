import type { Asked, Line, Model, Option } from "../../protocol/messages";

/** A placement in inches and degrees, as it is drawn. */
export interface Spot {
    model: number;
    x: number;
    y: number;
    facing: number;
}

/** The options with the usual one first; the others keep their order. */
export function usualFirst(options: readonly Option[]): Option[] {
    return [...options.filter((one) => one.is_usual), ...options.filter((one) => !one.is_usual)];
}

/** Whether the words of an option hold all words that a player looks for. */
export function matches(option: Option, looked: string): boolean {
    const words = `${option.words} ${option.note}`.toLowerCase();
    return looked
        .toLowerCase()
        .split(/\s+/)
        .every((word) => words.includes(word));
}

/** Why so many cannot be chosen, "" if they can. */
export function whyNotSeveral(asked: Asked, chosen: number): string {
    const { least, most } = asked;
    if (chosen >= least && chosen <= most) return "";
    const range = least === most ? `${least}` : `${least} to ${most}`;
    return `${chosen} chosen, ${range} needed`;
}

/** Why shares are not a division of the total, "" if they are. */
export function whyNotSplit(asked: Asked, shares: readonly number[]): string {
    if (shares.some((share) => !Number.isInteger(share) || share < 0)) return "each share is a whole number";
    const sum = shares.reduce((total, share) => total + share, 0);
    if (sum === asked.total) return "";
    const left = asked.total - sum;
    return left > 0 ? `${left} of ${asked.total} left to divide` : `${-left} more than the ${asked.total} to divide`;
}

/** A placement as an answer: whole ticks, and hundredths of a degree. */
export function placement(spot: Spot, ticksPerInch: number): [number, number, number, number] {
    const facing = Math.round((((spot.facing % 360) + 360) % 360) * 100) % 36_000;
    return [spot.model, Math.round(spot.x * ticksPerInch), Math.round(spot.y * ticksPerInch), facing];
}

export function spotOf(model: Model): Spot {
    return { model: model.number, x: model.x ?? 0, y: model.y ?? 0, facing: model.facing ?? 0 };
}

/** Faces as typed ("5 3 6", "5,3,6" or "536"), or why they are none. */
export function facesTyped(text: string, count: number): { faces: number[]; reason: string } {
    const faces = [...text.replace(/[\s,]+/g, "")].map(Number);
    if (faces.some((face) => !(face >= 1 && face <= 6))) return { faces, reason: "a die shows 1 to 6" };
    if (faces.length === count) return { faces, reason: "" };
    return { faces, reason: `${faces.length} typed, ${count} needed` };
}

/** The answer that takes these items, by their places. */
export function severalAnswer(asked: Asked, chosen: readonly number[]): unknown[] {
    return chosen.map((at) => asked.item_answers[at]);
}

/** The places of the items that the sensible policy would choose. */
export function usualChosen(asked: Asked): number[] {
    const usual = asked.options.find((one) => one.is_usual)?.answer;
    if (!Array.isArray(usual)) return [];
    const items = asked.item_answers.map((one) => JSON.stringify(one));
    return usual.map((one) => items.indexOf(JSON.stringify(one))).filter((at) => at >= 0);
}

/** The division that the sensible policy would choose; all on the first if it is not known. */
export function usualShares(asked: Asked): number[] {
    const usual = asked.options.find((one) => one.is_usual)?.answer;
    if (Array.isArray(usual) && usual.length === asked.items.length) return usual.map(Number);
    return asked.items.map((_, at) => (at === 0 ? asked.total : 0));
}

/** Who threw, from the words of a roll: what stands before its first dice. */
export function thrower(line: Line): string {
    const at = line.text.indexOf(line.dice[0]?.label ?? "");
    return at > 0 ? line.text.slice(0, at).replace(/:\s*$/, "") : "";
}
