// Polish words of a game's table: the screen, what moves, how it ends.
export const table = {
  "History": "Historia",
  "To the present": "Do teraźniejszości",
};
