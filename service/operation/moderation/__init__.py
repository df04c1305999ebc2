"""What the operator does about games and clients: blocking clients, closing and abandoning games, pausing new ones."""
