"""Clocks: a part of the table. Time is in integer milliseconds, and all of it is in the log (docs/ledger.md, section 16)."""
