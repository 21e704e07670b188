"""Players that search: expectimax, Monte Carlo tree search, programs of others; tournaments between players."""
