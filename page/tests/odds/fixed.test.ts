import { expect, test } from "vitest";
import { askedQuestions, otherQuestions } from "../../src/odds/fixed";

const all = ["A-1", "A-1", "B-2", "C-3"].map((key, at) => {
    return { type: "QuestionWords" as const, key, words: `words ${at}`, answers: [], also: "" };
});
const found = [
    { type: "QuestionFound" as const, side: "red", key: "A-1", answers: ["yes", "no"], is_open: false },
    { type: "QuestionFound" as const, side: "blue", key: "A-1", answers: ["yes"], is_open: true },
    { type: "QuestionFound" as const, side: "blue", key: "R-9", answers: ["a"], is_open: false },
];

test("questions of a fight stand once each, with what every side is offered", () => {
    const asked = askedQuestions(all, found);
    expect(asked.map(({ key, words }) => [key, words])).toEqual([
        ["A-1", "words 0 Or: words 1"],
        ["R-9", "R-9"],
    ]);
    expect(asked[0]!.by.get("blue")?.answers).toEqual(["yes"]);
    expect(asked[1]!.by.get("red")).toBeUndefined();
});

test("the other questions are those that the fight does not ask", () => {
    expect(otherQuestions(all, askedQuestions(all, found)).map((one) => one.key)).toEqual(["B-2", "C-3"]);
});
