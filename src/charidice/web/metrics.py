"""What a process measures, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

REQUESTS = Histogram("charidice_request_seconds", "Requests", ("route", "status"), buckets=SECONDS)
LOOP_LAG = Histogram("charidice_loop_lag_seconds", "Delay of a timer of the event loop", buckets=SECONDS)
COMMITS = Histogram("charidice_commit_changes", "Changes that share a commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128))
MOVES = Counter("charidice_moves", "Committed moves of people and bots")
CONFLICTS = Counter("charidice_conflicts", "Changes of a table that another process had changed")
BOT_SECONDS = Histogram("charidice_bot_seconds", "Thinking time of a bot", ("bot",), buckets=SECONDS)
BOTS_THINKING = Gauge("charidice_bots_thinking", "Bots that think or wait for a thread")
JOBS = Gauge("charidice_jobs", "Hints and reviews under way or waiting")
CHANGES_WAITING = Gauge("charidice_changes_waiting", "Changes that wait for a commit")
ROOMS = Gauge("charidice_rooms", "Tables in memory")
LISTENERS = Gauge("charidice_listeners", "Pages that follow a table")
