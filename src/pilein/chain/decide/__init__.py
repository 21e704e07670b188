"""Open choices. The package builds the game graph of a battle and finds the best answers to its questions."""
