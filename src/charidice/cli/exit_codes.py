"""The exit codes of all commands."""

OK = 0
FAILED = 1
"""The dice or the bot do not pass the check."""
BAD_INPUT = 2
INTERRUPTED = 130
