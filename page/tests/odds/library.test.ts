import { expect, test } from "vitest";
import { withHero } from "../../src/odds/edits";
import { searched, takenFrom, withLibraryUnit } from "../../src/odds/library";
import { aField } from "./samples";

const scenario = {
    ruleset: "scrollhammer",
    profiles: { knight: { WS: 4 }, hero: { WS: 6 }, spear: { WS: 3 } },
    weapons: { lance: { strength: 2 }, axe: {} },
    unit: [
        {
            name: "knights",
            side: "red",
            profile: "knight",
            weapons: ["lance"],
            charged: true,
            members: [{ profile: "hero" }],
        },
        { name: "spears", side: "blue", profile: "spear" },
    ],
    press: { pairs: [["knights", "spears"]] },
};

test("a unit is taken with its profiles and weapons, without what has happened to it", () => {
    const knights = takenFrom(scenario, 0, "Knights and spears");
    expect(knights.unit).toEqual({
        name: "knights",
        profile: "knight",
        weapons: ["lance"],
        members: [{ profile: "hero" }],
    });
    expect(knights.profiles).toEqual({ knight: { WS: 4 }, hero: { WS: 6 } });
    expect(knights.weapons).toEqual({ lance: { strength: 2 } });
});

test("it stands in contact with all enemies, and profiles of the same name keep their numbers", () => {
    const strong = { ...takenFrom(scenario, 0, ""), profiles: { knight: { WS: 9 }, hero: { WS: 6 } } };
    const more = withLibraryUnit(scenario, "red", strong);
    expect(more.unit).toHaveLength(3);
    expect((more.unit as unknown[])[2]).toMatchObject({ name: "knights 2", side: "red", profile: "knight 2" });
    expect(more.profiles).toMatchObject({ knight: { WS: 4 }, "knight 2": { WS: 9 } });
    expect(more.press).toEqual({
        pairs: [
            ["knights", "spears"],
            ["knights 2", "spears"],
        ],
    });
});

test("units are found by name, weapon and example", () => {
    const units = [takenFrom(scenario, 0, "A charge"), takenFrom(scenario, 1, "A line")];
    expect(searched(units, "lance").map((one) => one.name)).toEqual(["knights"]);
    expect(searched(units, "line spear").map((one) => one.name)).toEqual(["spears"]);
});

test("a hero has numbers of its own, the unit's with a few that are better", () => {
    const flags = ["standard", "champion"].map((key) => aField({ key, kind: "flag" }));
    const numbers = [aField({ key: "WS", most: 4 }), aField({ key: "A", usual: 1 }), aField({ key: "Ld", usual: 7 })];
    const with1 = withHero(scenario, 1, { member: flags, profile: numbers });
    expect(with1.profiles).toMatchObject({ spears_hero: { WS: 4, A: 2 } });
    expect(with1.profiles).not.toHaveProperty("spears_hero.Ld");
    expect((with1.unit as { members?: unknown }[])[1]!.members).toEqual([{ profile: "spears_hero", champion: true }]);
    const with2 = withHero(with1, 1, { member: flags, profile: numbers });
    expect((with2.unit as { members: unknown[] }[])[1]!.members[1]).toEqual({ profile: "spears_hero 2", models: 1 });
    expect(with2.profiles).toHaveProperty(["spears_hero 2", "WS"], 4);
});
