"""Result of a combat: Morale checks, Sweeping Advances and units that fall back."""
