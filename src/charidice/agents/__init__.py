"""Games in words, for language models and other programs that read and write text: docs/agents.md."""
