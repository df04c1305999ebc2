"""What the operator runs: the service as a whole, back-ups, integrity checks, clean-ups, moderation."""
