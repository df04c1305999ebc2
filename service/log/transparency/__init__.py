"""The log of logs: one append-only Merkle tree of the whole service, in tiles outside the database."""
