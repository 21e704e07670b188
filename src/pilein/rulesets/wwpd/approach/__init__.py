"""How one model goes for the enemy, in charges and pile-ins alike: who is next, for whom he makes, by what way."""
