"""Engine side of the browser page: a single protocol, spoken over a WebSocket or to a Web Worker."""
