"""What time brings to games: it is committed before every command, and by the background worker."""
