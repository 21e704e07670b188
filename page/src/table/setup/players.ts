/** Who plays a side, as it is chosen on the page: a person here, one with a link, or the policy of that name. */
export const HERE = "*here";
export const REMOTE = "*remote";

type Two = [string, string];

/** As the engine is told: "" for a person, wherever they sit. */
export function playersOf(who: Two): Two {
    return who.map((one) => (one === HERE || one === REMOTE ? "" : one)) as Two;
}

/** The sides that are played at this screen. */
export function seatsPlayed(who: Two): number[] {
    return [0, 1].filter((side) => who[side] === HERE);
}

/** Whether both sides are played here. */
export function isAlone(who: Two): boolean {
    return seatsPlayed(who).length === 2;
}

/** The choice, with a policy of this game where none or one of another game was chosen. */
export function suggested(who: Two, policies: readonly string[]): Two {
    const usual = policies.includes("sensible") ? "sensible" : (policies[0] ?? HERE);
    return who.map((one) => ([HERE, REMOTE, ...policies].includes(one) ? one : usual)) as Two;
}
