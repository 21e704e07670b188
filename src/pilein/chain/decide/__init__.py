"""Open choices: the game graph of a battle, and the best answers to its questions."""
