"""What every request and response passes: operations, problems, limits, caching, compression."""
