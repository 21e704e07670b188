import type { Asked, Option } from "../../protocol/messages";

const NOBODY = -1;

/** What a click on the board means: an answer, a unit to look at, or nothing. */
export interface Aim {
    answer: Option | null;
    focus: number;
}

/** All units that an option is about. */
export function unitsOf(option: Option): number[] {
    return option.unit === null ? option.targets : [option.unit, ...option.targets];
}

/** The only one that names the fewest units and models; null if there are several. */
function simplest(options: readonly Option[]): Option | null {
    const size = (one: Option): number => one.targets.length + one.models.length;
    const least = Math.min(...options.map(size));
    const found = options.filter((one) => size(one) === least);
    return found.length === 1 ? found[0]! : null;
}

/** What a click on a unit, or on one of its models, means for a question. */
export function aimed(asked: Asked, focus: number, unit: number, model: number): Aim {
    const byModel = asked.options.filter((one) => one.place === null && one.models.includes(model));
    if (byModel.length) return { answer: simplest(byModel), focus: unit };
    const about = asked.options.filter((one) => unitsOf(one).includes(unit));
    if (!about.length || unit === NOBODY) return { answer: null, focus: NOBODY };
    const acting = asked.unit ?? focus;
    const both = about.filter((one) => acting !== unit && acting !== NOBODY && unitsOf(one).includes(acting));
    if (both.length) return { answer: simplest(both), focus: acting };
    const isTarget = about.every((one) => one.unit !== unit);
    const isPlain = about.length === 1 && (isTarget || asked.kind === "one");
    return { answer: isPlain ? about[0]! : null, focus: unit === focus ? NOBODY : unit };
}

/** A unit lit up on the board: as one that may act, or as a target, with the option that a click means. */
export interface Lit {
    unit: number;
    isTarget: boolean;
    option: Option | null;
}

/** An arrow of an option, from the unit that acts to a target. */
export interface Arrow {
    from: number;
    to: number;
    option: Option;
}

/** The board as input for one question: the unit in focus, and the option looked at in the list. */
export class Aiming {
    focus = $state(NOBODY);
    looked = $state.raw<Option | null>(null);
    readonly asked: Asked;

    constructor(asked: Asked) {
        this.asked = asked;
    }

    /** The unit that acts: the question's own, or the one in focus. */
    get acting(): number {
        return this.asked.unit ?? this.focus;
    }

    get #options(): Option[] {
        return this.asked.options.filter((one) => one.place === null && unitsOf(one).length > 0);
    }

    /** Options that the arrows show: the one looked at, or those of the unit in focus. */
    get #shown(): Option[] {
        if (this.looked !== null) return [this.looked];
        return this.#options.filter((one) => one.targets.length === 1 && unitsOf(one).includes(this.acting));
    }

    get arrows(): Arrow[] {
        const found = new Map<string, Arrow>();
        for (const option of this.#shown) {
            const from = option.unit;
            if (from === null) continue;
            for (const to of option.targets) {
                const key = `${from}-${to}`;
                if (!found.has(key) || option.is_usual) found.set(key, { from, to, option });
            }
        }
        return [...found.values()];
    }

    get lit(): Lit[] {
        const found = new Map<number, Lit>();
        for (const option of this.#options) {
            for (const unit of unitsOf(option)) {
                const aim = aimed(this.asked, this.focus, unit, NOBODY);
                const isTarget = aim.answer !== null;
                if (!found.has(unit) && (isTarget || unit === option.unit))
                    found.set(unit, { unit, isTarget, option: aim.answer });
            }
        }
        return [...found.values()].filter((one) => one.unit !== this.asked.unit);
    }

    /** A click on the board: the option that it answers with, null if it only looks. */
    pick(unit: number, model: number): Option | null {
        const { answer, focus } = aimed(this.asked, this.focus, unit, model);
        if (answer === null) this.focus = focus;
        return answer;
    }
}
