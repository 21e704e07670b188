/** The answer that is fixed to a question of the rules, for this side or for both; "" if none is. */
export function answerFor(answers: readonly string[], key: string, side: string): string {
    const own = answers.find((one) => one.startsWith(`${side}:${key}=`));
    const both = answers.find((one) => one.startsWith(`${key}=`));
    const found = own ?? both;
    return found === undefined ? "" : found.slice(found.indexOf("=") + 1);
}

/** The answers that no question or side of a set-up has: of an older link, or of a side with another name by now. */
export function strayAnswers(answers: readonly string[], keys: readonly string[], sides: readonly string[]): string[] {
    const known = new Set(keys.flatMap((key) => [key, ...sides.map((side) => `${side}:${key}`)]));
    return answers.filter((one) => !known.has(one.slice(0, Math.max(0, one.indexOf("=")))));
}

/** The answers with another one to a question for a side, or without it if it is "". */
export function withAnswer(answers: readonly string[], key: string, side: string, answer: string): string[] {
    const others = answers.filter((one) => !one.startsWith(`${side}:${key}=`));
    return answer === "" ? others.filter((one) => !one.startsWith(`${key}=`)) : [...others, `${side}:${key}=${answer}`];
}
