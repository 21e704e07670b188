import type { QuestionFound, QuestionWords } from "../protocol/messages";

/** A question that a fight asks, with what each side is offered. */
export interface AskedQuestion {
    key: string;
    words: string;
    by: ReadonlyMap<string, QuestionFound>;
}

/** The questions that a fight asks, in the words of the rules; a sentence that asks in two ways has both. */
export function askedQuestions(all: readonly QuestionWords[], found: readonly QuestionFound[]): AskedQuestion[] {
    return [...new Set(found.map((one) => one.key))].map((key) => {
        const words = all.filter((one) => one.key === key).map((one) => one.words);
        const by = new Map(found.filter((one) => one.key === key).map((one) => [one.side, one]));
        return { key, words: words.join(" Or: ") || key, by };
    });
}

/** The questions of the rules that a fight does not ask. */
export function otherQuestions(all: readonly QuestionWords[], asked: readonly AskedQuestion[]): QuestionWords[] {
    const keys = new Set(asked.map((one) => one.key));
    return all.filter((one) => !keys.has(one.key));
}

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
