import { expect, test } from "vitest";
import { inFormWords, ofForm } from "../../src/odds/faults";

test("faults speak of the fields of the form", () => {
    const words = [
        ["the key 'models' is missing", "write models = 4", "models is missing; enter models, for example 4"],
        ["the key 'WS' is missing", "write WS = 4 (Weapon Skill)", "WS is missing; enter WS, for example 4"],
        [
            "'noble' cannot have charged, because it is the turn of 'hills'",
            "remove charged, or set active to houses at the top of the file",
            "'noble' cannot have charged, because it is the turn of 'hills'; untick charged, or choose “its turn” for houses",
        ],
        ["'knights_hero' carries a lance", "", "'knights hero' carries a lance"],
        ["a lance needs a mount", "set type to cavalry", "a lance needs a mount; choose cavalry as type"],
    ] as const;
    for (const [reason, remedy, said] of words) expect(inFormWords({ reason, remedy })).toBe(said);
});

test("hints speak of the fields of the form", () => {
    const words = "no unit has charged: set charged for a unit, or set has_fought in a later round";
    expect(ofForm(words)).toBe("no unit has charged: tick charged for a unit, or tick has fought in a later round");
    expect(ofForm("set type to cavalry in its profile")).toBe("choose cavalry as type in its profile");
});
