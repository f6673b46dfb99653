"""Objectives: what to maximise."""
