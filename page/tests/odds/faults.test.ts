import { expect, test } from "vitest";
import { inFormWords } from "../../src/odds/faults";

test("faults speak of the fields of the form", () => {
    const words = [
        ["the key 'models' is missing", "write models = 4", "models is missing; enter models, for example 4"],
        ["the key 'WS' is missing", "write WS = 4 (Weapon Skill)", "WS is missing; enter WS, for example 4"],
        [
            "'noble' cannot have charged, because it is the turn of 'hills'",
            "remove charged, or set active to houses at the top of the file",
            "'noble' cannot have charged, because it is the turn of 'hills'; untick charged, or choose “its turn” for houses",
        ],
        ["a lance needs a mount", "set type to cavalry", "a lance needs a mount; choose cavalry as type"],
    ] as const;
    for (const [reason, remedy, said] of words) expect(inFormWords({ reason, remedy })).toBe(said);
});
