"""Charidice in the browser: a server that keeps tables, and the pages it serves."""
