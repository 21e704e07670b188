"""Result of combats: scores, break tests, giving ground and what follows once all combats are fought."""
