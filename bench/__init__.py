"""Benchmarks: `make bench` runs them all and writes bench/results.md. Timings are never asserted in tests."""
