import type { Board, Happened, Model } from "../protocol/messages";

/** A board after something happened. Numbers of models stay the same, so each is replaced in its place. */
export function applied(board: Board, happened: Pick<Happened, "models" | "gone" | "units">): Board {
    if (!happened.models.length && !happened.gone.length && !happened.units.length) return board;
    return {
        ...board,
        models: modelsAfter(board.models, happened.models, happened.gone),
        units: unitsAfter(board, happened),
    };
}

function modelsAfter(models: Model[], changed: Model[], gone: number[]): Model[] {
    if (!changed.length && !gone.length) return models;
    const fresh = new Map(changed.map((model) => [model.number, model]));
    const lost = new Set(gone);
    const kept = models.filter((model) => !lost.has(model.number)).map((model) => fresh.get(model.number) ?? model);
    const known = new Set(models.map((model) => model.number));
    return [...kept, ...changed.filter((model) => !known.has(model.number) && !lost.has(model.number))];
}

function unitsAfter(board: Board, happened: Pick<Happened, "units">): Board["units"] {
    const fresh = new Map(happened.units.map((unit) => [unit.number, unit]));
    return board.units.map((unit) => fresh.get(unit.number) ?? unit);
}
