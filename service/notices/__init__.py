"""Who is told of what happens: notices, and what sends them on."""
