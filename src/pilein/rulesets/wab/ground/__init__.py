"""The table as the rules see it: contact, nearness, arcs, edges."""
