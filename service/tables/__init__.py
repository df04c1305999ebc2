"""Games as tables: set up, joined, forked, imported, played again, grouped into tournaments."""
