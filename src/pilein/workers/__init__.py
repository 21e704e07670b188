"""Workers that play the games of long computations, as processes on this machine or in a cluster."""
