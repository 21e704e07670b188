"""One combat: declarations, attack dice, Parry, combat scores and hits (CP-AT, CP-OU, CP-HT)."""
