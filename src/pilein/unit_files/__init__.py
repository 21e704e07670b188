"""Unit files: profiles, weapons, armour and mounts composed into units with their points."""
