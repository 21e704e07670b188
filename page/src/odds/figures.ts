import { chanceInShort, chanceInWords, complement, meanInWords } from "../lib/chances";
import { capitalised } from "../lib/words";
import type { Chance, Change, Odds, UnitOdds } from "../protocol/messages";

/** A difference of chances in points, with its sign. */
export function points(difference: number, digits = 1): string {
    const rounded = (Math.abs(difference) * 100).toFixed(digits);
    if (Number(rounded) === 0) return `±${rounded}`;
    return `${difference > 0 ? "+" : "−"}${rounded}`;
}

/** A column of a histogram: losses from `least` to `most`, and how likely they are. */
export interface Column {
    least: number;
    most: number;
    chance: number;
}

/** The losses of a unit in at most so many columns, all of the same width but perhaps the last. No loss stands alone. */
export function columnsOf(losses: readonly number[], most = 16): Column[] {
    if (losses.length <= most) return losses.map((chance, lost) => ({ least: lost, most: lost, chance }));
    const width = Math.ceil((losses.length - 1) / (most - 1));
    const columns: Column[] = [{ least: 0, most: 0, chance: losses[0]! }];
    for (let from = 1; from < losses.length; from += width) {
        const part = losses.slice(from, from + width);
        columns.push({ least: from, most: from + part.length - 1, chance: sum(part) });
    }
    return columns;
}

/** How many columns come before the long tail of what hardly ever happens. */
export function beforeTail(columns: readonly Column[], least = 0.0005): number {
    return columns.findLastIndex((column) => column.chance >= least) + 1;
}

/** Columns without their long tail; the last one says that it goes on. */
export function withoutTail(columns: readonly Column[], before = beforeTail(columns)): Column[] {
    const kept = columns.slice(0, before);
    const rest = columns.slice(before);
    const chance = sum(rest.map((column) => column.chance));
    return chance < 1e-9 ? kept : [...kept, { least: rest[0]!.least, most: rest.at(-1)!.most, chance }];
}

export function columnWords(column: Column): string {
    return column.least === column.most ? `${column.least}` : `${column.least}–${column.most}`;
}

export function sum(numbers: readonly number[]): number {
    return numbers.reduce((all, one) => all + one, 0);
}

/** The fewest losses with at least this chance of no more than them. */
export function quantile(losses: readonly number[], share: number): number {
    let soFar = 0;
    for (const [lost, chance] of losses.entries()) {
        soFar += chance;
        if (soFar >= share - 1e-12) return lost;
    }
    return Math.max(0, losses.length - 1);
}

/** What a unit loses, in one sentence. */
export function lossesInWords(unit: UnitOdds): string {
    if (unit.models === 1)
        return `lost in ${chanceInWords(unit.losses[1] ?? complement(unit.losses[0]!))} of all fights`;
    const mean = meanInWords(unit.mean_losses, unit.mean_losses.mean < 10 ? 1 : 0);
    const losses = unit.losses.map((one) => one.chance);
    const [few, half, many] = [0.05, 0.5, 0.95].map((share) => quantile(losses, share));
    const [halves, most] =
        unit.mean_losses.games === 0
            ? ["half the time", "nine times in ten"]
            : ["in half of the games", "in nine of ten"];
    const onAverage = `${mean} of ${unit.models} lost on average`;
    if (many === 0) return `almost never loses any: ${onAverage}`;
    const some = half === 0 ? "none" : `${half} or fewer`;
    return `${onAverage}; ${halves} ${some}, ${most} ${few} to ${many}`;
}

/** The whole number of times in a hundred, of chances that are to add up to a hundred. */
export function timesInHundred(chances: readonly number[]): number[] {
    const exact = chances.map((chance) => chance * 100);
    const whole = exact.map(Math.floor);
    const order = exact.map((_, place) => place).sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!));
    for (const place of order.slice(0, Math.max(0, Math.round(sum(exact)) - sum(whole)))) whole[place]! += 1;
    return whole;
}

const EVEN = 0.02; // closer than this nobody is ahead

const NEARLY = 0.99; // the least share that is nearly always

/** Who wins, in one sentence: the first thing a player reads. Only exact odds know of always. */
export function verdict(odds: Odds): string {
    const [first, second] = odds.sides;
    const chances = [first.wins.chance, second.wins.chance, sum(odds.neither.map((one) => one.chance))];
    const [ours, theirs, neither] = timesInHundred(chances) as [number, number, number];
    const about = odds.is_exact ? "" : "about ";
    const both = `${first.side} ${about}${ours}, ${second.side} ${about}${theirs} times in a hundred.`;
    if (Math.max(ours, theirs) === 0) return undecided(odds);
    const isEven = Math.abs(first.wins.chance - second.wins.chance) < EVEN;
    if (isEven) return `${capitalised(`${about}an even fight`)}: ${both}`;
    if (neither > Math.max(ours, theirs)) return `Mostly undecided: ${both}`;
    const [ahead, times] = ours > theirs ? [first, ours] : [second, theirs];
    const share = odds.is_exact ? ahead.wins.chance : Math.min(ahead.wins.low ?? 0, 1 - Number.EPSILON);
    if (times === 100 && share >= NEARLY)
        return `${capitalised(ahead.side)} ${share >= 1 ? "always" : "nearly always"} win.`;
    if (times === 100) return `${capitalised(ahead.side)} win at least ${Math.floor(100 * share)} times in a hundred.`;
    return `${capitalised(ahead.side)} win ${about}${times} times in a hundred.`;
}

function undecided(odds: Odds): string {
    if (odds.is_exact) return "Neither side wins: the fight is not decided.";
    return `Neither side won any of ${odds.games.toLocaleString("en")} games.`;
}

/** How a side wins, by what becomes of the other. */
const HOW: Readonly<Record<string, string>> = {
    destroyed: "the enemy is destroyed",
    routed: "the enemy routs or is run down",
    "driven off": "the enemy is driven off after blows",
    fled: "the enemy flees without a blow",
    "still in contact": "the enemy is beaten, and combat goes on",
};

export function howOf(way: Chance): string {
    return HOW[way.words] ?? way.words;
}

/** By what the side that is ahead mostly wins, or "" if there is one way only. */
export function howInWords(odds: Odds): string {
    const ahead = odds.sides[0].wins.chance >= odds.sides[1].wins.chance ? odds.sides[0] : odds.sides[1];
    const how = ahead.how.filter((one) => one.chance >= 0.005).sort((one, other) => other.chance - one.chance);
    const [first, second] = how;
    if (first === undefined) return "";
    const rest = second ? `, else ${howOf(second)} (${chanceInShort(second, 0)})` : "";
    return `Mostly ${howOf(first)} (${chanceInShort(first, 0)})${rest}.`;
}

export function inArrows(words: string): string {
    return words.replaceAll("->", "→");
}
