"""Games as tables: creating, joining, forking, importing, rematches, tournaments."""
