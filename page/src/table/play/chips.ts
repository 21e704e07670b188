import type { Asked, Option } from "../../protocol/messages";
import { aimed, unitsOf } from "./aiming.svelte";
import { usualFirst } from "./answers";

const NOBODY = -1;

/** The options that no click on a unit or model gives: they are buttons on the board. */
export function bare(asked: Asked): Option[] {
    const reached = new Set<Option>();
    const options = asked.options.filter((one) => one.place === null);
    const acting = new Set([NOBODY, ...options.flatMap((one) => (one.unit === null ? [] : [one.unit]))]);
    for (const unit of new Set(options.flatMap(unitsOf))) {
        for (const focus of acting) {
            const { answer } = aimed(asked, focus, unit, NOBODY);
            if (answer !== null) reached.add(answer);
        }
    }
    for (const model of new Set(options.flatMap((one) => one.models))) {
        const { answer } = aimed(asked, NOBODY, NOBODY, model);
        if (answer !== null) reached.add(answer);
    }
    return usualFirst(options).filter((one) => one.is_usual || !reached.has(one));
}

/** The options as buttons on the board: first those that no click gives, then the others. */
export function chipsOf(asked: Asked): Option[] {
    const first = bare(asked);
    const options = asked.options.filter((one) => one.place === null);
    return [...first, ...usualFirst(options).filter((one) => !first.includes(one))];
}

/** The items of a question that stand for nothing on the board, by their places. */
export function bareItems(asked: Asked): number[] {
    return [...asked.items.keys()].filter((at) => !asked.item_units[at]?.length && !asked.item_models[at]?.length);
}
