"""Accounts: who somebody is over games, and what they are notified of."""
