"""What the operator runs: back-ups, integrity checks, clean-ups."""
