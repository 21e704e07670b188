/** Words with a capital at their beginning, as a sentence has it. */
export function capitalised(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number with its noun: "1 model", "2 models". */
export function counted(number: number, noun: string): string {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
