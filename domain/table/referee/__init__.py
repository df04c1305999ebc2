"""The referee's desk: who referees a game, what is disputed, how it is ruled and what a ruling does."""
