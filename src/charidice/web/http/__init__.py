"""The HTTP API, the WebSocket and the pages."""
