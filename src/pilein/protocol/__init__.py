"""Engine side of the browser page, with the same protocol for WebSockets and Web Workers."""
