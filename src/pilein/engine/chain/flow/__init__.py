"""What a chain comes to: chances that flow along its ways, phase by phase, to the end or for ever."""
