"""Running commands, and the commands of play: actions, undo, bots."""
