"""Small hand-made catalogues in formats 1 and 2."""

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

NAMES = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "ArmourSave", "WardSave", "Type")
SPACE = 'xmlns="http://www.battlescribe.net/schema/catalogueSchema"'


def profile(key: str, name: str, values: str, kind: str = "Model", names: tuple[str, ...] = NAMES) -> str:
    """Return a profile in format 2. The characteristics in `values` are separated by bars."""
    cells = "".join(
        f'<characteristic name="{one}" typeId="t-{one}">{value.strip()}</characteristic>'
        for one, value in zip(names, values.split("|"), strict=True)
    )
    start = f'<profile id="{key}" name="{name}" hidden="false" typeId="type-{kind}" typeName="{kind}">'
    return f"{start}<characteristics>{cells}</characteristics></profile>"


def weapon(key: str, name: str, distance: str, strength: str, rules: str = "") -> str:
    return profile(key, name, f"{distance}|{strength}|{rules}", "Weapon", ("Range", "Strength", "Special Rules"))


def armour(key: str, name: str, save: str) -> str:
    return profile(key, name, f"{save}|", "Armour", ("Saving Throw modifier", "Special Rules"))


def bounds(least: int | None = None, most: int | None = None) -> str:
    """Return minimum and maximum constraints in format 2."""
    found = [
        f'<constraint field="selections" scope="parent" value="{value}.0" type="{kind}" id="c-{kind}"/>'
        for kind, value in (("min", least), ("max", most))
        if value is not None
    ]
    return f"<constraints>{''.join(found)}</constraints>"


def cost(points: float) -> str:
    return f'<costs><cost name="pts" typeId="points" value="{points}"/></costs>'


def info(target: str, kind: str = "profile") -> str:
    return f'<infoLink id="i-{target}" targetId="{target}" type="{kind}" hidden="false"/>'


def entry(key: str, name: str, kind: str, *parts: str, more: str = "") -> str:
    start = f'<selectionEntry id="{key}" name="{name}" hidden="false" type="{kind}" {more}>'
    return f"{start}{''.join(parts)}</selectionEntry>"


def link(target: str, *parts: str) -> str:
    opening = f'<entryLink id="l-{target}" targetId="{target}" type="selectionEntry" hidden="false">'
    return f"{opening}{''.join(parts)}</entryLink>"


def group(key: str, name: str, *parts: str, default: str = "") -> str:
    start = f'<selectionEntryGroup id="{key}" name="{name}" defaultSelectionEntryId="{default}">'
    return f"{start}{''.join(parts)}</selectionEntryGroup>"


def inside(tag: str, *parts: str) -> str:
    return f"<{tag}>{''.join(parts)}</{tag}>"


LEVY = entry(
    "levy",
    "Levy",
    "unit",
    '<categoryLinks><categoryLink id="k" targetId="core" primary="true"/></categoryLinks>',
    inside("infoLinks", info("w-hand"), info("a-light"), info("r-stubborn", "rule"), info("r-odd", "rule")),
    inside(
        "selectionEntries",
        entry(
            "levy-man",
            "Levyman",
            "model",
            bounds(10, 40),
            inside("profiles", profile("p-levy", "Levyman", "4|2|3|3|3|1|3|1|5|||Infantry")),
            inside(
                "selectionEntries",
                entry(
                    "o-shield", "Shields", "upgrade", inside("infoLinks", info("a-shield")), bounds(None, 1), cost(1)
                ),
            ),
            cost(4),
        ),
    ),
    inside(
        "selectionEntryGroups",
        group(
            "g-command",
            "Command",
            inside(
                "selectionEntries",
                entry("o-music", "Musician", "upgrade", bounds(None, 1), cost(5)),
                entry(
                    "o-boss",
                    "Boss",
                    "upgrade",
                    inside("profiles", profile("p-boss", "Levy boss", "4|3|3|3|3|1|3|2|6|||Infantry")),
                    cost(12),
                ),
                entry("o-relic", "Old relic", "upgrade", inside("infoLinks", info("x-relic")), cost(25)),
            ),
        ),
    ),
    cost(0),
)
RIDERS = entry(
    "riders",
    "Riders",
    "unit",
    inside(
        "selectionEntries",
        entry(
            "rider",
            "Rider",
            "model",
            bounds(5, 15),
            inside("profiles", profile("p-rider", "Rider", "4|4|3|3|3|1|3|1|8|||-")),
            cost(20),
        ),
    ),
    inside(
        "selectionEntryGroups",
        group(
            "g-weapon",
            "Weapon",
            bounds(1, 1),
            inside(
                "selectionEntries",
                entry("o-great", "Great weapon", "upgrade", inside("infoLinks", info("w-great")), cost(2)),
                entry("o-lance", "Lance", "upgrade", inside("infoLinks", info("w-lance")), cost(0)),
            ),
            default="o-lance",
        ),
    ),
    inside("entryLinks", link("horse", bounds(1, 1))),
    cost(10),
)
CHARIOT = entry(
    "chariot",
    "Chariot",
    "unit",
    inside("profiles", profile("p-chariot", "Chariot", "-|-|-|5|4|4|-|-|-|5+||Chariot")),
    inside(
        "selectionEntries",
        entry(
            "crew",
            "Crew",
            "upgrade",
            bounds(2, 2),
            inside("profiles", profile("p-crew", "Charioteer", "-|3|3|3|-|-|3|1|7|||-")),
        ),
        entry("team", "Team", "upgrade", bounds(2, 2), inside("infoLinks", info("p-horse"))),
    ),
    cost(80),
)
CHIEF = entry(
    "chief",
    "Chief",
    "model",
    inside("profiles", profile("p-chief", "Chief", "4|6|4|4|4|3|5|3|9|||Infantry (Character)")),
    inside(
        "selectionEntries",
        entry("o-horse", "Horse", "upgrade", inside("entryLinks", link("horse", bounds(1, 1))), cost(12)),
        entry("o-dragon", "Dragon", "upgrade", inside("infoLinks", info("p-dragon")), cost(200)),
        entry("o-axe", "AB - Old axe", "upgrade", inside("infoLinks", info("w-axe")), cost(15)),
    ),
    cost(100),
)
OGRE = entry(
    "ogre", "Ogre", "model", inside("profiles", profile("p-ogre", "Ogre", "6|3|2|4|4|3|2|special|7|||Monster"))
)
CAMP = entry("camp", "- Army size", "upgrade", cost(0))
SHARED = (
    inside(
        "sharedSelectionEntries",
        entry("horse", "Horse", "upgrade", inside("infoLinks", info("p-horse")), cost(0)),
    ),
    inside(
        "sharedRules",
        '<rule id="r-stubborn" name="Stubborn (page 9)"><description>.</description></rule>',
        '<rule id="r-odd" name="Wanders off"/>',
    ),
    inside(
        "sharedProfiles",
        profile("p-horse", "Horse", "8|3|0|3|-|-|3|1|5|-1||War Beast"),
        profile("p-dragon", "Dragon", "6|6|0|6|6|6|3|5|8|||Monster"),
        weapon("w-hand", "Hand Weapon", "Combat", "As user"),
        weapon("w-great", "Great Weapon", "Combat", "+2", "Requires Two Hands (page 5)"),
        weapon("w-lance", "Lance (mounted models only)", "Combat", "As user"),
        weapon("w-axe", "Old axe", "Combat", "+3", "Requires Two Hands, Glows in the dark"),
        armour("a-light", "Light Armour", "6+"),
        armour("a-shield", "Shield", "-1"),
        profile("x-relic", "Old relic", "Glows", "Relic", ("Property",)),
    ),
)
SYSTEM = (
    '<gameSystem id="sys" name="Battles" battleScribeVersion="2.03" xmlns="http://www.battlescribe.net/schema/gameSystemSchema">'
    '<categoryEntries><categoryEntry id="core" name="Core"/></categoryEntries></gameSystem>'
)


def catalogue(*entries: str, shared: tuple[str, ...] = SHARED, links: str = "", key: str = "cat") -> str:
    """Return the text of a catalogue in format 2."""
    head = f'<?xml version="1.0" encoding="UTF-8"?><catalogue id="{key}" name="Levies" gameSystemId="sys" {SPACE}>'
    return f"{head}{links}{inside('selectionEntries', *entries)}{''.join(shared)}</catalogue>"


CATALOGUE = catalogue(LEVY, RIDERS, CHARIOT, CHIEF, OGRE, CAMP, LEVY.replace('"levy"', '"levy2"'))

FORMAT_1 = f"""<?xml version="1.0" encoding="UTF-8"?>
<catalogue id="old" name="Old levies" battleScribeVersion="1.15" gameSystemId="sys1" {SPACE}>
  <entries>
    <entry id="e1" name="Levy" points="10.0" categoryId="c1" type="unit" minSelections="0" maxSelections="-1">
      <entries>
        <entry id="e2" name="Levyman" points="4.0" type="model" minSelections="10" maxSelections="40">
          <profiles>
            <profile id="p1" profileTypeId="pt" name="Levyman" hidden="false">
              <characteristics>
                <characteristic characteristicId="c-WS" name="WS" value="2"/>
                <characteristic characteristicId="c-S" name="S" value="3"/>
                <characteristic characteristicId="c-T" name="T" value="3"/>
                <characteristic characteristicId="c-W" name="W" value="1"/>
                <characteristic characteristicId="c-I" name="I" value="3"/>
                <characteristic characteristicId="c-A" name="A" value="1"/>
                <characteristic characteristicId="c-LD" name="LD" value="5"/>
                <characteristic characteristicId="c-M" name="M" value="4"/>
              </characteristics>
            </profile>
          </profiles>
          <links><link id="k1" targetId="w1" linkType="profile"/></links>
        </entry>
      </entries>
      <entryGroups>
        <entryGroup id="g1" name="Extras" minSelections="0" maxSelections="1">
          <entries><entry id="e3" name="Standard Bearer" points="8.0" type="upgrade"/></entries>
          <links><link id="k2" targetId="e9" linkType="entry"/></links>
        </entryGroup>
      </entryGroups>
    </entry>
  </entries>
  <sharedEntries>
    <entry id="e9" name="Halberds" points="1.0" type="upgrade" collective="true">
      <links><link id="k3" targetId="w2" linkType="profile"/></links>
    </entry>
  </sharedEntries>
  <sharedProfiles>
    <profile id="w1" profileTypeId="wt" name="Hand Weapon"><characteristics>
      <characteristic characteristicId="c-R" name="Range" value="Combat"/>
      <characteristic characteristicId="c-St" name="Strength" value="As user"/>
    </characteristics></profile>
    <profile id="w2" profileTypeId="wt" name="Halberd"><characteristics>
      <characteristic characteristicId="c-R" name="Range" value="Combat"/>
      <characteristic characteristicId="c-St" name="Strength" value="+1"/>
    </characteristics></profile>
  </sharedProfiles>
</catalogue>
"""
SYSTEM_1 = """<gameSystem id="sys1" name="Old battles" battleScribeVersion="1.15">
  <forceTypes><forceType id="f"><categories><category id="c1" name="Core"/></categories></forceType></forceTypes>
  <profileTypes><profileType id="pt" name="Model"/><profileType id="wt" name="Weapon"/></profileTypes>
</gameSystem>
"""
ROSTER = f"""<roster id="r" name="Mine" battleScribeVersion="2.03"><forces><force id="f" catalogueId="cat"><selections>
  <selection id="s1" name="Levy" number="1" type="unit"><selections>
    <selection id="s2" name="Levyman" number="20" type="model">
      <profiles>{profile("p-levy", "Levyman", "4|2|3|3|3|1|3|1|5|||Infantry")}</profiles>
      <selections><selection id="s3" name="Shields" number="20" type="upgrade">
        <profiles>{armour("a-shield", "Shield", "-1")}</profiles>{cost(20)}
      </selection></selections>{cost(80)}
    </selection>
    <selection id="s4" name="Boss" number="1" type="upgrade">
      <profiles>{profile("p-boss", "Levy boss", "4|3|3|3|3|1|3|2|6|||Infantry")}</profiles>{cost(12)}
    </selection>
  </selections>{cost(0)}</selection>
</selections></force></forces></roster>"""


def written(folder: Path, name: str, text: str) -> Path:
    """Write the text to a file. The file is zipped if its name has the extension of a zipped file."""
    path = folder / name
    if name.endswith("z"):
        with ZipFile(path, "w", ZIP_DEFLATED) as packed:
            packed.writestr(name[:-1], text)
    else:
        path.write_text(text, encoding="utf-8")
    return path
