"""Benchmarks: `make bench` runs them all but the one of faults and writes bench/results.md. Timings are never asserted."""
