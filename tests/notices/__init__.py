"""Tests of notices, and of what sends them on."""
