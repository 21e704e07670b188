"""Shooting: targets, shots, wounds and saves (WAB-SH, WAB-MW)."""

STEPS = (("Shooting", ("shooting_phase.shooting_phase",)),)
