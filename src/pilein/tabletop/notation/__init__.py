"""How a scenario file is read, section by section, with the place of every fault."""
