"""Queries: questions that change nothing."""
