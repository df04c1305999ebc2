"""The operator of the service closes a game, reopens it, or abandons it."""
