"""How likely it is that something is ever told, in floats: what has told it is followed no further."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.flow.course import Course, goes_on
from pilein.engine.chain.flow.sheaves import FAINT, Floats, Sheaf, gone, sheaf

Bools = NDArray[np.bool_]


class Hearing:
    """A chain that is asked, played so many phases, whether stories of some kind are ever told."""

    def __init__(self, chain: Chain, phases: int) -> None:
        self._chain = chain
        self._course = Course(chain, phases)
        self._known: dict[bytes, float] = {}

    def chance(self, told: Bools) -> float:
        """The chance that one of the stories is told that are true here, by their numbers.

        Raises:
            NeverEnding: play for ever does not come to an end before one is.

        """
        key = np.packbits(told).tobytes()
        if key not in self._known:
            self._known[key] = 1.0 if told[self._chain.prologue] else self._heard(told)
        return self._known[key]

    def is_told_last(self, told: Bools) -> bool:
        """Whether nothing comes after such a story: it is told once at most, if it tells no more than once itself."""
        chain = self._chain
        if told[chain.prologue] or told[chain.onward_story].any() or told[chain.late_story].any():
            return False
        return bool(self._is_dead[chain.target[told[chain.story]]].all())

    @cached_property
    def _is_dead(self) -> Bools:
        """The nodes after which nothing comes."""
        chain = self._chain
        found = np.zeros(len(chain.positions), dtype=np.bool_)
        found[chain.ends[~(goes_on(chain.onward) | goes_on(chain.late))]] = True
        return found

    @cached_property
    def _sheaves(self) -> list[Sheaf]:
        return [sheaf(self._chain, layer) for layer in self._chain.layers]

    def _heard(self, told: Bools) -> float:
        chain = self._chain
        silent = [self._parted(one, told) for one in self._sheaves]
        mass = np.zeros(len(chain.positions))
        mass[chain.first] = 1.0
        heard = 0.0
        for phase in range(1, self._course.last + 1):
            for saying, rest in silent:
                mass = gone(mass, rest)
                heard += float((mass[rest.nodes] * saying).sum())
            mass, said = self._moved(mass[chain.ends], told, phase)
            heard += said
            if mass.sum() < FAINT:
                break
        return heard

    def _moved(self, there: Floats, told: Bools, phase: int) -> tuple[Floats, float]:
        """What stands at the ends, moved to where the next phase begins; what is told on the way, moved no more."""
        onward, stories = self._course.after(phase)
        is_going = goes_on(onward) & (there > 0)
        says = told[stories] & is_going
        going = (is_going & ~says).nonzero()[0]
        self._course.check(phase, float(there[going].sum()))
        mass: Floats = np.bincount(onward[going], there[going], len(self._chain.positions)).astype(
            np.float64, copy=False
        )
        return mass, float(there[says].sum())

    def _parted(self, whole: Sheaf, told: Bools) -> tuple[Floats, Sheaf]:
        """Of each source of a layer the chance to tell it there; and the ways on that do not, but to where all ends."""
        says = told[whole.stories]
        saying = np.add.reduceat(np.where(says, whole.chances, 0.0), whole.starts)
        return saying, whole.having(~(says | self._is_dead[whole.targets]))
