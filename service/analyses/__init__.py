"""Analyses of finished games, and notes on versions."""
