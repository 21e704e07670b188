import type { Chance, Mean } from "../protocol/messages";
import { counted } from "./words";

/** How sure a figure is: `games` 0 is exact. */
export type Sureness = Pick<Chance, "games" | "low" | "high">;

export function isExact({ games }: Sureness): boolean {
    return games === 0;
}

/** A share in per cent, as the command line rounds it: never 0 % for what can happen, never 100 % for what may not. */
export function percent(share: number, digits = 1): string {
    const least = 10 ** -digits;
    const scaled = share * 100;
    if (share <= 0) return "0 %";
    if (scaled < least) return `< ${least} %`;
    if (share < 1 && 100 - scaled < least) return `> ${(100 - least).toFixed(digits)} %`;
    return share >= 1 ? "100 %" : `${scaled.toFixed(digits)} %`;
}

/** A chance without its interval: "about" where it was sampled. What games never or always showed has its bound. */
export function chanceInShort(chance: Chance, digits = 1): string {
    if (isExact(chance)) return percent(chance.chance, digits);
    if (chance.chance <= 0) return `at most ${percent(bounded(chance.high, 1, digits, Math.ceil), digits)}`;
    if (chance.chance >= 1) return `at least ${percent(bounded(chance.low, 0, digits, Math.floor), digits)}`;
    return `about ${percent(chance.chance, digits)}`;
}

/** How often it came: "3 of 4 games"; "" of what is exact. */
export function countInWords({ chance, games }: Chance): string {
    return games === 0 ? "" : `${Math.round(chance * games)} of ${counted(games, "game")}`;
}

/** A chance and how sure it is: "64.3 %", or of games "about 64.3 % (52.1 to 75.0)". */
export function chanceInWords(chance: Chance, digits = 1): string {
    const { low, high } = chance;
    const words = chanceInShort(chance, digits);
    if (isExact(chance) || low === null || high === null || chance.chance <= 0 || chance.chance >= 1) return words;
    return `${words} (${bare(low, digits)} to ${bare(high, digits)})`;
}

/** A mean and how sure it is: "3.4", or of games "about 3.4 (3.1 to 3.7)". */
export function meanInWords({ mean, games, low, high }: Mean, digits: number): string {
    if (games === 0 || low === null || high === null) return mean.toFixed(digits);
    return `about ${mean.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

/** From where to where the whiskers of a bar reach; null of what is exact. */
export function whiskersOf({ games, low, high }: Sureness): { low: number; high: number } | null {
    return games === 0 || low === null || high === null ? null : { low, high };
}

const SURE = 1.959963984540054; // standard errors on either side of an interval of 95 %

/** Whether any of outcomes that exclude each other comes: of games again with its interval (Wilson's). */
export function together(chances: readonly Chance[]): Chance {
    const share = Math.min(
        1,
        chances.reduce((all, one) => all + one.chance, 0),
    );
    const games = chances[0]?.games ?? 0;
    if (games === 0) return { type: "Chance", words: "", chance: share, games, low: null, high: null };
    const weight = SURE ** 2 / games;
    const middle = (share + weight / 2) / (1 + weight);
    const half = Math.sqrt(share * (1 - share) * weight + weight ** 2 / 4) / (1 + weight);
    const [low, high] = [Math.max(0, middle - half), Math.min(1, middle + half)];
    return { type: "Chance", words: "", chance: share, games, low, high };
}

/** The chance that something does not come. */
export function complement({ chance, games, low, high }: Chance): Chance {
    const without = (bound: number | null): number | null => (bound === null ? null : 1 - bound);
    return { type: "Chance", words: "", chance: 1 - chance, games, low: without(high), high: without(low) };
}

function bare(share: number, digits: number): string {
    return (share * 100).toFixed(digits);
}

/** A bound rounded away from the chance, so that the words never claim more than the games do. */
function bounded(bound: number | null, without: number, digits: number, round: (number: number) => number): number {
    const unit = 10 ** (digits + 2);
    return round((bound ?? without) * unit) / unit;
}
