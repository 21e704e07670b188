"""The four tolerances of the table, in ticks. Apart from these, lengths are exact."""

from typing import Final

CONTACT: Final = 254  # 0.002 inch: the widest gap that counts as touching, and the slack of every "within"
SNAP: Final = 0.99  # by which bases in contact may overlap after snapping to whole ticks; the slack of every "outside"
PATH: Final = (
    127  # half of CONTACT: a path may pass closer than a base may stand, and a corner may miss an edge, by this
)
EQUAL: Final = 1984  # 1/64 inch: gains that count as none when places are compared
