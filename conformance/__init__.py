"""The shared battery: what the contract of a ruleset promises, tried on any ruleset. `kronika check-ruleset` runs it."""
