"""Running commands, and the commands of play: actions, undo, bots, and what time brings."""
