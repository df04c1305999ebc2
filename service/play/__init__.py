"""How a command is run, and those that play a game: actions, undo, bots."""
