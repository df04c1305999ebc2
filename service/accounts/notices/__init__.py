"""Who is notified of what happens: notices, and what sends them on."""
