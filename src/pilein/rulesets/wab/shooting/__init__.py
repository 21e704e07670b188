"""Shooting: targets, volleys and missile weapons (WAB-SH, WAB-MW)."""

STEPS = (
    ("Shooting", ("shooting_phase.shooting_phase", "shooting_phase.name_target", "shooting_phase.volleys")),
    ("A volley", ("volley.shoot", "volley.shoot_group", "volley.stray")),
    ("Panic under fire", ("shooting_phase.shaken_by_shots",)),
)
