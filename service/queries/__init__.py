"""Queries: they change nothing."""
