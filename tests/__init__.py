"""Tests of everything, and what they share."""

from tests.in_memory import keep_bytecode

# Before anything large is imported, or each process of the tests would compile it.
keep_bytecode()
