"""Event logs: loading, replaying, signing and following them."""
