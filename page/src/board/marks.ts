/** Marks on bases, as paths from -1 to 1, y down, and the words for them. */
export const ROLES: Readonly<Record<string, { words: string; path: string }>> = {
    general: { words: "general", path: "M-1 .7L-1 -.7L-.45 0L0 -.9L.45 0L1 -.7L1 .7z" },
    battle_standard: { words: "battle standard", path: "M-.8 1L-.8 -1L.9 -1L.9 .2L-.5 .2L-.5 1z" },
    standard: { words: "standard", path: "M-.8 1L-.8 -1L.9 -.45L-.5 .1L-.5 1z" },
    musician: { words: "musician", path: "M-.9 .75L-.9 .3L.2 0L.9 -.8L.9 .9L.2 .5L-.9 .75z" },
    champion: { words: "champion", path: "M-.9 .2L0 -.9L.9 .2L.9 .9L0 -.1L-.9 .9z" },
    leader: { words: "leader", path: "M-.9 .2L0 -.9L.9 .2L.9 .9L0 -.1L-.9 .9z" },
    hero: {
        words: "hero or single model",
        path: "M0 -1L.27 -.3L1 -.3L.42 .14L.62 .85L0 .44L-.62 .85L-.42 .14L-1 -.3L-.27 -.3z",
    },
};

/** Half the height of the mark of a role, in parts of the shorter side of a base. */
export const ROLE_SIZE = 0.27;

const LIGHT = 150; // of 255, from which marks on a colour are dark
const SHADES = [0, 0.16, -0.14, 0.28, -0.24, 0.08, -0.07, 0.22, -0.18, 0.34];

/** The colour of marks on a colour: white, or dark where that is light. */
export function on(colour: string): string {
    return luminance(colour) > LIGHT ? "#1d1f22" : "#ffffff";
}

/** How light a colour is, 0 to 255. */
export function luminance(colour: string): number {
    const [red, green, blue] = parts(colour);
    return 0.21 * red + 0.72 * green + 0.07 * blue;
}

/** The colour of a side's unit: the first has the side's own, the others lighter and darker ones. */
export function shade(colour: string, place: number): string {
    const change = SHADES[place % SHADES.length]!;
    const mixed = parts(colour).map((part) => part + (change > 0 ? 255 - part : part) * change);
    return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function parts(colour: string): [number, number, number] {
    const long = colour.length > 4 ? colour : `#${[...colour.slice(1)].map((one) => one + one).join("")}`;
    return [1, 3, 5].map((at) => parseInt(long.slice(at, at + 2), 16)) as [number, number, number];
}
