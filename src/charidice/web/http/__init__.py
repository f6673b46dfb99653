"""Requests, updates over WebSockets, pages."""
