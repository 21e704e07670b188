"""The moves that a unit thinks about: wheels and ways towards enemies, round their flanks, and away from them."""

from collections.abc import Iterator
from typing import NamedTuple

from pilein.geometry.blocks import Block, moved
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.kernel.requests import Answer
from pilein.rulesets.wab.charge_ways import LEFT, RIGHT, signed, wheeled
from pilein.rulesets.wab.marching import turned_about
from pilein.rulesets.wab.mover import MARCH, NORMAL, REFORM, STAY, Means, MoveStep, Pace
from pilein.rulesets.wab.policy.outlook import Outlook
from pilein.rulesets.wab.policy.poses import Pose, pose_of

STILL: Answer = (STAY, ())
PARTS = (1.0, 0.5)
AROUND = range(0, TURN, TURN // 12)
ASIDE = (3000, -3000, 6000, -6000)
LEAST = INCH // 2
TARGETS = 3
BESIDE = 5 * INCH  # how far from an enemy's flank a unit goes that makes for it
FAST = 12 * INCH  # charge reach of units that go round flanks


class Candidate(NamedTuple):
    """A move, and how the unit would stand after it."""

    answer: Answer
    pose: Pose


def candidates(outlook: Outlook, means: Means) -> Iterator[Candidate]:
    """The moves thought about, the unit's own place first; some may turn out illegal."""
    yield Candidate(STILL, outlook.here)
    standing = outlook.battle.plane.standings[outlook.unit]
    if isinstance(standing, Block):
        yield from _of_block(outlook, means, standing)
    else:
        yield from _of_loose(outlook, means)


def _aims(outlook: Outlook) -> list[tuple[float, float]]:
    """The enemies most worth charging, and for the swift the spots beside and behind them."""
    here = outlook.here
    foes = sorted(outlook.foes, key=lambda foe: (foe.pose.x - here.x) ** 2 + (foe.pose.y - here.y) ** 2)
    rated = sorted(
        foes[: 2 * TARGETS],
        key=lambda foe: outlook.our_gain(foe, "front")
        - ((foe.pose.x - here.x) ** 2 + (foe.pose.y - here.y) ** 2) ** 0.5 / (20 * INCH),
        reverse=True,
    )
    aims = [(foe.pose.x, foe.pose.y) for foe in rated[:TARGETS]]
    aims += [(place.x, place.y) for place in outlook.places]
    if outlook.reach >= FAST:
        for foe in rated[:TARGETS]:
            pose = foe.pose
            if pose.is_loose:
                continue
            for side in (-1, 1):
                across, back = side * (pose.half + BESIDE), -pose.depth
                aims.append((pose.x + across * pose.cosine + back * pose.sine, pose.y - across * pose.sine + back * pose.cosine))
    return aims


def _of_block(outlook: Outlook, means: Means, block: Block) -> Iterator[Candidate]:
    battle, aims = outlook.battle, _aims(outlook)
    bearings = [bearing(round(x - block.x), round(y - block.y)) for x, y in aims]
    turns = dict.fromkeys((0, *(signed(way - block.facing) for way in bearings), *ASIDE))
    paces: list[tuple[Pace, int]] = [(NORMAL, means.rate)]
    if not means.no_march:
        paces.insert(0, (MARCH, means.march))
    for turn in turns:
        if abs(turn) > QUARTER + QUARTER // 2:
            continue
        wheel = wheeled(block, RIGHT if turn > 0 else LEFT, turn)
        for pace, movement in paces:
            left = movement - wheel.length
            if left < 0:
                if pace == NORMAL and turn:
                    part = int(turn * movement / wheel.length * 0.995)
                    end = wheeled(block, RIGHT if turn > 0 else LEFT, part).block
                    yield Candidate((NORMAL, (("wheel", part),)), pose_of(battle, end))
                continue
            yield from _ahead(battle, wheel.block, pace, (("wheel", turn),) if turn else (), left)
    if means.abouts:
        about = turned_about(block)
        yield from _ahead(battle, about, NORMAL, (("about",),), means.rate - means.about)
    if not means.no_reform:
        for way in dict.fromkeys(bearings[:TARGETS]):
            if abs(signed(way - block.facing)) > QUARTER // 2:
                here = pose_of(battle, block)
                end = moved(block, round(here.x), round(here.y), way)
                files = min(block.files, battle.living(outlook.unit))
                yield Candidate((REFORM, (("reform", way % TURN, files),)), pose_of(battle, end))


def _ahead(battle, block: Block, pace: Pace, turns: tuple[MoveStep, ...], left: float) -> Iterator[Candidate]:
    """These turns, and then straight on: all the way, a part of it, or not at all."""
    sine, cosine = heading(block.facing)
    pose = pose_of(battle, block)
    for part in PARTS:
        length = int(left * part)
        if length >= LEAST:
            yield Candidate((pace, (*turns, ("ahead", length))), pose.shifted(sine * length, cosine * length))
    if turns and pace == NORMAL:
        yield Candidate((pace, turns), pose)


def _of_loose(outlook: Outlook, means: Means) -> Iterator[Candidate]:
    here = outlook.here
    ways = [bearing(round(x - here.x), round(y - here.y)) for x, y in _aims(outlook)]
    ways = list(dict.fromkeys((*ways, *((way + TURN // 2) % TURN for way in ways), *AROUND)))
    paces: list[tuple[Pace, int]] = [(NORMAL, means.rate)]
    if not means.no_march:
        paces.insert(0, (MARCH, means.march))
    for pace, movement in paces:
        for way in ways:
            sine, cosine = heading(way)
            for part in PARTS:
                length = int(movement * part)
                if length >= LEAST:
                    yield Candidate((pace, (("shift", way, length),)), here.shifted(sine * length, cosine * length))
