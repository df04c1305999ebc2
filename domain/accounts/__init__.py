"""Accounts: what their logs say, folded like games."""
