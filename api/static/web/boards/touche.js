// Touché: the board of 112 fields, hands, piles, and the patterns of each side.
import { board } from "./parts/stage.js";
import { cardIcon, JOKER, shapeIcon } from "./parts/touche-art.js";
import { theBoard } from "./parts/touche-board.js";
import { crownChoices, patternToken, setChoices, setToken } from "./parts/touche-choices.js";
import { felt, standing } from "./parts/touche-felt.js";
import { theHand } from "./parts/touche-hand.js";
import { placesOf } from "./parts/touche-places.js";
import { ordered, plate } from "./parts/touche-plates.js";
import { cardName, kindName } from "./parts/touche-words.js";

export const mount = board({
  name: "touche",
  stage: { wide: [1600, 1000], tall: [780, 1370] },
  draw,
  deferred: new Set(["exchange-dead"]),
  wanted,
  picture,
  tokens(action) {
    switch (action.type) {
      case "lay-card":
        return [`card:${action.card}`, `field:${action.field}`];
      case "exchange-dead":
        return action.cards.map((card) => `card:${card}`);
      case "crown-pattern":
        return [patternToken(action)];
      case "choose-set":
        return [setToken(action)];
      default:
        return [];
    }
  },
});

const ownOf = (ui) => ui.view.players.find(({ seat }) => ui.seat !== null && seat === ui.seat);
const cardsPicked = (ui) => ui.picks.filter(({ token }) => token.startsWith("card:")).map(({ token }) => token.slice(5));

/** The action meant by a click on an unusable element: on a field, with a card for it; on a card, on one of its fields. */
function wanted(token, ui) {
  const [kind, what] = token.split(":");
  const { fields } = ui.components.board;
  if (kind === "card") return { type: "lay-card", card: what, field: Object.keys(fields).find((name) => fields[name] === what) ?? Object.keys(fields)[0] };
  const hand = ownOf(ui)?.hand ?? [];
  const card = cardsPicked(ui)[0] ?? hand.find((face) => face === fields[what]) ?? hand[0];
  return card ? { type: "lay-card", card, field: what } : null;
}

/** The cards of an action; for a pattern its shape. */
function picture(action, ui) {
  switch (action.type) {
    case "lay-card":
      return [cardIcon(action.card), action.card === JOKER && ["→", cardIcon(ui.components.board.fields[action.field])]];
    case "crown-pattern":
      return [shapeIcon(action.fields)];
    default:
      return null; // the cards of an exchange are said in words: five of them have no room
  }
}

function draw(ui) {
  const sides = ordered(ui);
  const places = placesOf(ui, sides);
  const fields = ui.region(ui.word("board"), () => [standing(ui, places.board), ui.may("choose-set") ? setChoices(ui, places.board) : theBoard(ui, places.board)]);
  const choices = ui.region(ui.t("Actions"), () => crownChoices(ui, places.choices));
  const hand = ui.region(ui.word("hand"), () => theHand(ui, ownOf(ui), places.hand));
  const plates = ui.region(ui.t("Players"), () => sides.map((side, i) => plate(ui, side, places.plates[i])));
  return { art: [ui.part("world", ui.size, () => felt(ui)), plates, fields, hand, choices], detail: detailOf(ui) };
}

const FEW = 6;

/** What is picked, and the fields for it if they are few. */
function detailOf(ui) {
  if (!ui.picks.length) return null;
  const picked = ui.picks.map(({ token }) => said(ui, ...token.split(":"))).join(", ");
  const fields = ui.fits.flatMap(({ field }) => field ?? []);
  return ui.picks.length === 1 && cardsPicked(ui).length && fields.length && fields.length <= FEW ? `${picked}: ${fields.join(", ")}` : picked;
}

function said(ui, kind, what) {
  if (kind === "card") return cardName(ui, what);
  return kind === "field" ? `${what}: ${cardName(ui, ui.components.board.fields[what])}` : kindName(ui, what);
}
