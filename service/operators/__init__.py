"""What the operator of the service does: blocking clients, closing and abandoning games, pausing new ones."""
