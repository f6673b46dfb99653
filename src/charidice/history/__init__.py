"""The history of many games: people, statistics, a rating without luck, and files to keep them in."""
