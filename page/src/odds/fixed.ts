/** The answer that is fixed to a question of the rules, for this side or for both; "" if none is. */
export function answerFor(answers: readonly string[], key: string, side: string): string {
    const own = answers.find((one) => one.startsWith(`${side}:${key}=`));
    const both = answers.find((one) => one.startsWith(`${key}=`));
    const found = own ?? both;
    return found === undefined ? "" : found.slice(found.indexOf("=") + 1);
}

/** The answers with another one to a question for a side, or without it if it is "". */
export function withAnswer(answers: readonly string[], key: string, side: string, answer: string): string[] {
    const others = answers.filter((one) => !one.startsWith(`${side}:${key}=`));
    return answer === "" ? others.filter((one) => !one.startsWith(`${key}=`)) : [...others, `${side}:${key}=${answer}`];
}
