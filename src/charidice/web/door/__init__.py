"""Request checks before any route: host, origin, body size, rate limits; tokens, names and logs."""
