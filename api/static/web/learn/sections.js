// The rules of each game in sections with pictures: `scene` names a state in the folder scenes, drawn by the game's own board.
// Words are our own; the clauses are the rules.

/** @type {[string, {title: string, text: string, scene: string | null}[]][]} */
const ALL = [
  ["age-of-war", [
    { title: "The middle of the table", text: "Fourteen castles of six clans lie face up. Each shows its points, its clan and the battle lines that have to be filled to take it.", scene: "age-of-war-to-throw" },
    { title: "Your turn", text: "Throw all seven dice. Then either fill one line of one castle with dice that match, or lose one die and throw the rest again.", scene: "age-of-war-thrown" },
    { title: "Lines", text: "A line is filled all at once. Infantry dice have to add up to the figure or more; the other signs have to be there just as drawn.", scene: null },
    { title: "A siege", text: "After the first line you are bound to that castle for this turn. The dice left over are thrown again, at no loss. Fill all its lines and it is yours; run out of dice and it stays where it was.", scene: "age-of-war-siege" },
    { title: "Taking from others", text: "A castle that lies face up in front of another player can be attacked like those in the middle, but it needs one daimyo die more.", scene: "age-of-war-stolen" },
    { title: "Whole clans", text: "As soon as all castles of a clan are yours they are turned over. The stack is worth the clan's points in place of the castles', and nobody can attack it any more.", scene: null },
    { title: "The end", text: "When the last castle has left the middle the game ends at once. Most points win; if they are equal, most castles, then most whole clans.", scene: "age-of-war-ended" },
  ]],
  ["romans", [
    { title: "Three walls", text: "A game has three rounds. In each six forts are turned up; the weakest goes to the left end and the strongest to the right.", scene: "romans-orders-begun" },
    { title: "Orders", text: "All clans have the same nine warriors. Chance takes two of yours each round; of the seven left you lay six face down, one at each fort, and put the seventh away. All players do so at the same time.", scene: "romans-orders-half" },
    { title: "Clashes", text: "The forts are fought over from left to right. Everybody turns up his warrior at that fort, and it joins his line. The strongest whole line takes the fort and is spent; the others keep theirs for the next one.", scene: "romans-watched-clash" },
    { title: "Ties", text: "If the strongest are equal nobody takes the fort and it leaves the game, unless just one of them has turned up Arch'r: then he takes it.", scene: null },
    { title: "Warriors' tricks", text: "A trick counts only in the clash in which the card is turned up. Qween borrows the strength of a rival, Dru'hid takes another fort in place of this one, Svord lets you lay the rest anew, Axx may stay, Filchy sits the clash out, Horsie costs a warrior if he does not win, two Ch'ariott drive each other off.", scene: "romans-seduce" },
    { title: "Forts", text: "Most are worth their figure. KomFort lets a warrior stay, Fort Fokus costs everybody one, FortUna costs an earlier fort, and FortHeca is worth less than nothing; but who holds three FortHeca wins at once.", scene: null },
    { title: "The end", text: "After the third wall most points in forts win; if they are equal, most forts, then the strongest fort.", scene: "romans-ended" },
  ]],
  ["touche", [
    { title: "Board and cards", text: "Every card of the pack stands on two fields; eight fields are free spaces. Everybody has a stack of his own, face down, and five cards of it in hand.", scene: "touche-beginning" },
    { title: "Patterns", text: "Before the cards are dealt the dealer chooses what has to be made: four squares, three straights, three Ts, three crosses, or three different ones.", scene: "touche-choose-set" },
    { title: "Your turn", text: "Lay a card of your hand, put a pawn of your colour on a free field with that card, and draw until you hold five again.", scene: null },
    { title: "Jokers and free spaces", text: "A joker puts your pawn on any field, also in place of a rival's pawn. A free space may be used, with any card, only as the last field of a pattern.", scene: "touche-joker" },
    { title: "Dead cards", text: "A card whose two fields are both taken is dead. In place of a turn you may exchange as many dead cards as you hold.", scene: "touche-exchange" },
    { title: "Crowns", text: "A pattern that is complete gets crowns, which stay for good; all other pawns go back to their owners, and a new round begins with who has made it.", scene: "touche-crown" },
    { title: "The end", text: "Who has the whole set wins at once.", scene: "touche-ended" },
  ]],
  ["nagaraja", [
    { title: "Two temples", text: "Each has three by three empty spaces, three entrances below and nine relics hidden round the edge: six sacred ones worth 3 to 5, three cursed ones worth 6. Nobody knows which lies where.", scene: "nagaraja-choose-cards" },
    { title: "The call of fate", text: "A room tile is offered. Both lay cards of one and the same symbol face down, turn them up together and throw the sticks that these show. Points and Nagas come up.", scene: "nagaraja-watched-throw" },
    { title: "The confrontation", text: "In turn you may pay a Naga to use a card for its effect, or pass. When both have passed, more points win the tile; if they are equal, the guide does.", scene: "nagaraja-spend-naga" },
    { title: "Exploring", text: "The winner puts the tile into his temple, turned as he likes, at an entrance or beside a tile of his. A path that leads from an entrance to the edge turns the relic there face up.", scene: "nagaraja-place-tile" },
    { title: "Amulets", text: "Some tiles hold an amulet; a path from an entrance to it brings it to you, face down. Some are worth points, others help once.", scene: null },
    { title: "The new deal", text: "Who did not win the tile guides next: he draws three cards, keeps two and gives the third to the other.", scene: "nagaraja-keep-cards" },
    { title: "The end", text: "25 points win at once. Three cursed relics face up lose at once, whatever the points. When somebody has put down his ninth tile, more points win.", scene: "nagaraja-ended" },
  ]],
];

export const SECTIONS = new Map(ALL);
