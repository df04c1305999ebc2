"""Disputed rounds: claims, hearings, rulings, and the bundle of a case."""
