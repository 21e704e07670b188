"""The engine's side of the page in the browser: one protocol, spoken over a WebSocket or by a Web Worker."""
