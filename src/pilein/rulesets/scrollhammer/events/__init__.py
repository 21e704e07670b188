"""What can happen in a Scrollhammer close combat phase: units by name, lengths in inches, for people to read."""
