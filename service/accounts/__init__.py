"""Accounts: who somebody is over games."""
