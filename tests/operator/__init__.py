"""Attacks by an operator whose service runs changed code, and what three readers make of the files that it serves.

`python -m tests.operator NAME` repeats one of them; docs/reference/attacks.md lists them all.
"""
