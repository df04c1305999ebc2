// What the lobby says of each game, in two sentences, and what options of a table mean.

/** What it is about; how long and how heavy. */
export const BLURBS = new Map(Object.entries({
  "age-of-war": [
    "Throw seven dice, storm castles line by line and gather whole clans, which nobody can take from you: most points win once the last castle has left the middle.",
    "About half an hour and light: dice and daring, learned in two minutes.",
  ],
  romans: [
    "Send six warriors in secret against the six forts of a Roman wall and turn them over fort by fort: after three walls most points in forts win.",
    "About half an hour, of middle weight: bluff, and eight warriors with a trick each.",
  ],
  touche: [
    "Lay a card, put a pawn on its field, and be first to complete your patterns on the board: squares, rows, Ts or crosses.",
    "Half an hour to an hour, fairly light: watch everybody's pawns, alone or in teams.",
  ],
  nagaraja: [
    "Two rivals build a temple each from the tiles that their fate sticks win, with paths to the relics at its edge: 25 points win, the third cursed relic loses.",
    "Three quarters of an hour, the weightiest of the four: hidden relics, hidden cards and a good deal of mischief.",
  ],
}));

/** What an option of a table means, by its name. */
export const OPTIONS = new Map(Object.entries({
  neutral_clans: "Clans that nobody plays join in: for one player a must, for two or three more to fight.",
  neutral_abilities: "What the warriors of neutral clans can do: Horsie alone, or also those that need no decision.",
  tied_fort: "A fort that nobody took is fought over once more instead of being lost.",
  druhid_shift: "When Dru'hid takes another fort, those left of it move up one place, instead of the two trading places.",
  set_choice: "Who says what has to be made: the dealer for all, this form now (agreed), or every side for itself (own).",
  set: "Which patterns have to be made; counts only where they are agreed now.",
  teams_of_two: "With six players: three pairs in place of two teams of three.",
  stalled_rounds: "So many rounds running in which nobody could put a pawn end the game; 0 for never.",
  dealer: "The seat that deals; 0: whoever draws the highest card.",
  patterns: "Patterns of your own, as squares from a corner.",
  need: "How many of each kind make a set.",
  points: "What each kind is worth in a tournament.",
  visibility: "Everybody may look on, or only those who sit at the table.",
  undo: "Free: as long as nobody else has acted and nothing was drawn or shown. With consent: further back, if all agree.",
}));
