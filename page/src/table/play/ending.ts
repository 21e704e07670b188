import { chanceInShort } from "../../lib/chances";
import type { Board, Chance, Course, GameOver, Unit } from "../../protocol/messages";
import type { Logged } from "../seat.svelte";

/** The heading of an end: only a game that does not go on is over. */
export function endHeading(over: GameOver, phase: number): string {
    return over.is_to_go_on ? `Phase ${phase} is over; the combat goes on` : "The game is over";
}

/** That a player had nothing to decide from a phase on, "" if there was something. */
export function idleWords(log: readonly Logged[], from: number, plays: (side: number) => boolean): string {
    const isOwn = ({ line, phase }: Logged): boolean =>
        phase >= from && line.kind === "decision" && line.side !== null && plays(line.side);
    if (log.some(isOwn)) return "";
    return `${from > 1 ? `In phase ${from} there` : "There"} was nothing for you to decide.`;
}

/** What became of a game, in a few words. */
export function endWords(board: Board, winner: number | null, isOurs: boolean | null): string {
    if (winner === null) return "Nobody won";
    const side = board.sides[winner]!;
    if (isOurs === null) return `${side} won`;
    return isOurs ? `You won: ${side}` : `You lost: ${side} won`;
}

/** The events that put the losers' units out of the fight, newest last; all beaten units' if nobody won. */
export function reasons(board: Board, log: readonly Logged[], winner: number | null, most = 4): string[] {
    const beaten = board.units.filter((unit) => unit.is_beaten && unit.side !== winner);
    const found = beaten.flatMap((unit) => {
        const line = log.findLast(
            ({ line }) => isAbout(line.text, unit) && line.kind === "event" && line.heading === null,
        );
        return line === undefined ? [] : [line];
    });
    const inOrder = log.filter((one) => found.includes(one));
    return [...new Set(inOrder.map(({ line }) => line.text))].slice(-most);
}

function isAbout(text: string, unit: Unit): boolean {
    return text.startsWith(`${unit.name} `) || text.startsWith(`${unit.name}:`);
}

/** A moment at which the expected winner changed most. */
export interface Turn {
    place: number; // of the point after it
    change: number; // of the first side's chance
    words: string;
    isSure: boolean; // whether it is more than the error of both figures
}

/** The moments between points of a course at which the chances changed most, in the order of the game. */
export function turningPoints(course: Course, log: readonly Logged[], most = 3): Turn[] {
    const points = course.points.map((one, place) => ({ ...one, place })).filter((one) => one.wins !== null);
    const turns = points.slice(1).map((point, number): Turn => {
        const before = points[number]!;
        const change = shareOf(point.wins!) - shareOf(before.wins!);
        const isSure = areApart(before.wins![0], point.wins![0]);
        return { place: point.place, change, isSure, words: toldBetween(log, before.lines, point.lines) };
    });
    const largest = turns
        .filter((one) => Math.abs(one.change) >= 0.05 && one.isSure)
        .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
        .slice(0, most);
    return largest.toSorted((one, other) => one.place - other.place);
}

function areApart(one: Chance, other: Chance): boolean {
    const [low, high] = [one.low ?? one.chance, one.high ?? one.chance];
    return (other.low ?? other.chance) > high || (other.high ?? other.chance) < low;
}

/** The share of the first side in all that was won. */
export function shareOf([one, other]: readonly [Chance, Chance]): number {
    const all = one.chance + other.chance;
    return all > 0 ? one.chance / all : 0.5;
}

/** The shares of both sides; of games with "about", and never as certain. */
export function sharesInWords(sides: readonly string[], wins: readonly [Chance, Chance], hasError: boolean): string {
    const share = shareOf(wins);
    return [share, 1 - share]
        .map((chance, side) => {
            const one = hasError ? { ...wins[side]!, chance } : { ...wins[side]!, chance, games: 0 };
            return `${sides[side]} ${chanceInShort(one, 0)}`;
        })
        .join(", ");
}

/** The last event that tells of a loss between two lines, else the last event. */
function toldBetween(log: readonly Logged[], from: number, to: number): string {
    const events = log
        .slice(from, to)
        .map(({ line }) => line)
        .filter((line) => line.kind === "event" && line.heading === null);
    const weighty = events.findLast((line) => /won|lost|slain|broke|caught|destroyed|fled|flee/.test(line.text));
    return (weighty ?? events.at(-1))?.text ?? "";
}
