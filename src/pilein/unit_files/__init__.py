"""Files of units: profiles, weapons, armour and mounts composed into units with their points."""
