"""Workers for long questions, either processes on this machine or a cluster."""
