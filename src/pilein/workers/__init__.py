"""Workers for long questions: processes on this machine, a cluster, and signals held while results are added."""
