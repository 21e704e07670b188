/** Where a value lies on an axis, and round numbers to write beside it. */
export interface Scale {
    from: number;
    to: number;
    start: number; // dots
    end: number;
}

export function at({ from, to, start, end }: Scale, value: number): number {
    return to === from ? start : start + ((value - from) / (to - from)) * (end - start);
}

/** Round steps of an axis: at most so many, from the first to the last value. */
export function ticks(from: number, to: number, most: number): number[] {
    if (to <= from || most < 2) return [from];
    const rough = (to - from) / (most - 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough - 1e-9)!;
    const first = Math.ceil(from / step - 1e-9) * step;
    const count = Math.floor((to - first) / step + 1e-9) + 1;
    return Array.from({ length: count }, (_, number) => Math.round((first + number * step) * 1e9) / 1e9);
}

/** The place of the value nearest to a point on an axis, in dots. */
export function nearest(values: readonly number[], scale: Scale, dots: number): number {
    let best = 0;
    values.forEach((value, place) => {
        if (Math.abs(at(scale, value) - dots) < Math.abs(at(scale, values[best]!) - dots)) best = place;
    });
    return best;
}

/** The end of an axis from 0 that has room for the highest value: the next round number that is written beside it. */
export function rounded(highest: number, most: number): number {
    const [, step = highest] = ticks(0, 2 * highest, 2 * most);
    return highest <= 0 ? 1 : Math.ceil(highest / step - 1e-9) * step;
}

/** Which of so many columns have room for their label: all of few, else five, the first and the last among them. */
export function labelled(columns: number): number[] {
    if (columns <= 8) return Array.from({ length: columns }, (_, number) => number);
    return Array.from({ length: 5 }, (_, number) => Math.round((number * (columns - 1)) / 4));
}
