import { describe, expect, test } from "vitest";
import { at, type Data } from "../../src/odds/data";
import { ownWeapons, withNewWeapon, withoutWeapon, withWeaponRenamed } from "../../src/odds/weapons";
import { aField, aScenario, someWords } from "./samples";

function armed(): Data {
    const [guards, levies] = aScenario().unit as Data[];
    const members = [{ champion: true, weapons: ["power sword"] }, { standard: true }];
    return {
        ...aScenario(),
        weapons: { power_sword: { S: 1 } },
        unit: [{ ...guards, weapons: ["spear", "power sword"], members }, levies],
    };
}

describe("weapons of one's own", () => {
    test("a new one has a free name, and strikes", () => {
        const once = withNewWeapon(aScenario(), someWords({}));
        expect(ownWeapons(withNewWeapon(once, someWords({})))).toEqual(["new weapon", "new weapon 2"]);
        const words = someWords({ weapon: [aField({ key: "melee", kind: "flag", usual: false })] });
        expect(at(withNewWeapon(aScenario(), words), ["weapons", "new weapon"])).toEqual({ melee: true });
    });

    test("who carries it follows its name, however that is spelled", () => {
        const renamed = withWeaponRenamed(armed(), "power_sword", "great blade");
        expect(renamed.weapons).toEqual({ "great blade": { S: 1 } });
        expect(at(renamed, ["unit", 0, "weapons"])).toEqual(["spear", "great blade"]);
        expect(at(renamed, ["unit", 0, "members", 0, "weapons"])).toEqual(["great blade"]);
        expect(at(renamed, ["unit", 0, "members", 1])).toEqual({ standard: true });
        expect(at(renamed, ["unit", 1])).toEqual((aScenario().unit as Data[])[1]);
    });

    test("one that is removed is no longer carried", () => {
        const less = withoutWeapon(armed(), "power_sword");
        expect(less).not.toHaveProperty("weapons");
        expect(at(less, ["unit", 0, "weapons"])).toEqual(["spear"]);
        expect(at(less, ["unit", 0, "members", 0, "weapons"])).toEqual([]);
    });
});
