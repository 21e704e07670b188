"""The rules as a transition model: what a clause reads, what it comes to, and for which positions that holds."""
