"""A small game for `kronika new-ruleset`: `ruleset` and `tests` are copied, and renamed on the way.

It is code as any other, type-checked and linted in its place. Inside `ruleset` imports are relative, so that they hold
in either place. The names `new-game`, `new_game` and `New Game` stand for what the copy is called.
"""
