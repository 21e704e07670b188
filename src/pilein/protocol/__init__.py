"""Engine side of the browser page, with a single protocol for WebSockets and Web Workers."""
