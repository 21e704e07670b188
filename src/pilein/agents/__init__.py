"""Players that search (expectimax, Monte Carlo tree search, external programs), and tournaments between players."""
