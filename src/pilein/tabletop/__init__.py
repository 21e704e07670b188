"""Words that all games share: units, field, contacts, losses and scenario files."""
