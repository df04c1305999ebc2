"""A small game for `kronika new-ruleset`: `ruleset` and `tests` are copied, and renamed on the way.

It is ordinary code, type-checked and linted where it is. Imports inside `ruleset` are relative, so that they work in both
places. The names `new-game`, `new_game` and `New Game` are placeholders for the names of the copy.
"""
