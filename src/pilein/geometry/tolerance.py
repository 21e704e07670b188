"""The four tolerances of the table, in ticks. Apart from these, lengths are exact."""

CONTACT = 254  # 0.002 inch: the widest gap that counts as touching, and the slack of every "within"
SNAP = 0.99  # by which bases in contact may overlap after snapping to whole ticks; the slack of every "outside"
PATH = 127  # half of CONTACT: a path may pass closer than a base may stand, and a corner may miss an edge, by this
EQUAL = 1984  # 1/64 inch: gains that count as none when places are compared
