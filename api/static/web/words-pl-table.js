// Polish words of a game's table: the screen, what moves, how it ends.
export const table = {
  "History": "Historia",
  "Sounds": "Dźwięki",
  "Tell me when it is my turn": "Powiadom, gdy będzie mój ruch",
  "To the present": "Do teraźniejszości",
};
