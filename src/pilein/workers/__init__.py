"""Workers for long questions: processes on this machine, or a cluster."""
