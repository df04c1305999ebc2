// Touché: the board of 112 fields, hands, piles, and the patterns of each side.
import { drawing, h, range, s } from "./parts/dom.js";
import { board } from "./parts/stage.js";
import { diagram, FREE, JOKER, pawn, pawnIcon, playingCard, read, shapeOf, suitSign } from "./parts/touche-art.js";
import { drawn, flyingCards, laidFrom, moving, pawnName, refilledFrom, returned, stackName, supplyName, usedName } from "./parts/touche-moves.js";
import { cardName, colourName, kindName } from "./parts/touche-words.js";

const CELL = 40;

export const mount = board({
  name: "touche",
  draw,
  deferred: new Set(["exchange-dead"]),
  suggested: new Set(["crown-pattern"]),
  wanted,
  picture,
  tokens(action) {
    switch (action.type) {
      case "lay-card":
        return [`card:${action.card}`, `field:${action.field}`];
      case "exchange-dead":
        return action.cards.map((card) => `card:${card}`);
      case "crown-pattern":
        return action.fields.map((field) => `field:${field}`);
      case "choose-set":
        return null;
      default:
        return [];
    }
  },
});

/** The action meant by a click on an unusable element: on a field, with a card for it; on a card, on one of its fields. */
function wanted(token, ui) {
  const [kind, what] = token.split(":");
  const { fields } = ui.components.board;
  if (kind === "card") return { type: "lay-card", card: what, field: Object.keys(fields).find((name) => fields[name] === what) ?? Object.keys(fields)[0] };
  const hand = ui.view.players.find(({ seat }) => seat === ui.seat)?.hand ?? [];
  const card = ui.picks.find((pick) => pick.token.startsWith("card:"))?.token.slice(5) ?? hand.find((face) => face === fields[what]) ?? hand[0];
  return card ? { type: "lay-card", card, field: what } : null;
}

/** The cards of an action; for a pattern its number on the board, and its shape. */
function picture(action, ui) {
  switch (action.type) {
    case "exchange-dead":
      return [...action.cards.map((face) => playingCard(face)), ui.label(action)];
    case "lay-card":
      return [playingCard(action.card), action.card === JOKER && ["→", playingCard(ui.components.board.fields[action.field])]];
    case "crown-pattern":
      return [h("b", { "aria-hidden": "true" }, numberOf(ui, action)), diagram(shapeOf(action.fields))];
    default:
      return null;
  }
}

/** The number shown on the fields of a completed pattern. */
function numberOf(ui, { kind, fields }) {
  return ui.view.completed.findIndex((one) => one.kind === kind && one.fields.join() === fields.join()) + 1;
}

function draw(ui) {
  return {
    main: [status(ui), h("div", { class: "table" }, ui.may("choose-set") ? setChoice(ui) : theBoard(ui), players(ui))],
    hand: hand(ui),
  };
}

function status(ui) {
  const { view } = ui;
  return h(
    "div",
    { class: "kb-head" },
    h("span", { class: "kb-pill on" }, ui.word("round", { n: view.round })),
    h("span", { class: "kb-pill" }, ui.word("turn", { n: view.turn })),
    view.turns_without_pawn > 0 && h("span", { class: "kb-pill" }, ui.word("without-pawn", { n: view.turns_without_pawn })),
    view.stalled_rounds > 0 && h("span", { class: "kb-pill" }, ui.word("stalled", { n: view.stalled_rounds })),
  );
}

/** The diagrams of a kind of pattern: its first two orientations. */
function diagrams(ui, kind) {
  return (ui.components.patterns[kind]?.shapes ?? []).slice(0, 2).map((cells) => diagram(cells));
}

function setChoice(ui) {
  const choices = ui.legal.filter((action) => action.type === "choose-set");
  return h("div", { class: "sets" }, choices.map((action) => ui.actionButton(action, setContent(ui, action))));
}

function setContent(ui, action) {
  const { set, kinds } = action;
  const visible = kinds.length ? kinds : [ui.components.sets[set]?.kind];
  const { count = 1 } = ui.components.sets[set] ?? {};
  return [
    h("span", { class: "set-name" }, ui.label(action)),
    h("span", { class: "set-shapes" }, visible.flatMap((kind) => (kinds.length ? diagrams(ui, kind).slice(0, 1) : range(1, count).map((n) => diagrams(ui, kind)[n % 2] ?? diagrams(ui, kind)[0])))),
  ];
}

/** The contents of each field: {colour, crowned} by field name. */
function standing({ pawns, crowned }) {
  const there = new Map();
  for (const [colour, fields] of Object.entries(pawns)) for (const field of fields) there.set(field, { colour, crowned: false });
  for (const { colour, fields } of crowned) for (const field of fields) there.set(field, { colour, crowned: true });
  return there;
}

function theBoard(ui) {
  const { rows, columns, fields } = ui.components.board;
  const [now, before] = [standing(ui.view), ui.before && standing(ui.before)];
  const nodes = Object.entries(fields).map(([name, face]) => field(ui, name, face, now.get(name), before && changed(now.get(name), before.get(name))));
  const size = `-3 -3 ${columns * CELL + 6} ${rows * CELL + 6}`;
  return h("section", { class: "kb-panel felt" }, drawing(size, { class: "board", "aria-label": ui.word("board"), role: "group" }, nodes));
}

function changed(now, before) {
  return Boolean(now) && (now.colour !== before?.colour || now.crowned !== before?.crowned);
}

function field(ui, name, face, piece, isNew) {
  const column = name.charCodeAt(0) - 97;
  const row = Number(name.slice(1)) - 1;
  const kind = face === FREE ? "free" : "";
  const crown = piece?.crowned ? `crowned-by side-${piece.colour}` : "";
  const node = s(
    "g",
    { class: `field ${kind} ${crown} ${isNew ? "new" : ""}`, transform: `translate(${column * CELL} ${row * CELL})` },
    s(
      "g",
      { class: "zoom" },
      s("rect", { class: "paper", x: 1.2, y: 1.2, width: CELL - 2.4, height: CELL - 2.4, rx: 5 }),
      face === FREE ? freeSign() : cardFace(face),
      piece && s("g", { transform: `translate(${CELL / 2} ${CELL / 2})` }, s("g", { class: "piece", "data-fly": pawnName(name), "data-from": isNew && !piece.crowned && supplyName(piece.colour) }, pawn(piece.colour, piece.crowned))),
      badges(ui, name),
      s("rect", { class: "ring", x: 1.2, y: 1.2, width: CELL - 2.4, height: CELL - 2.4, rx: 5 }),
    ),
  );
  return ui.offer(node, { key: `field-${name}`, token: `field:${name}` }, fieldLabel(ui, name, face, piece));
}

function cardFace(face) {
  const { rank, suit } = read(face);
  return [s("text", { class: `rank suit-${suit}`, x: 4.5, y: 17 }, rank), suitSign(suit, "translate(28.5 28.5) scale(1.05)")];
}

function freeSign() {
  return s("path", { class: "star", d: "M20 6 23.5 16.5 34 20 23.5 23.5 20 34 16.5 23.5 6 20 16.5 16.500z" });
}

/** The numbers of the completed patterns that contain a field, while one has to be chosen. */
function badges(ui, name) {
  if (ui.view.phase !== "crowning") return null;
  const isNew = ui.before && ui.before.phase !== "crowning";
  return ui.view.completed.map(({ fields }, i) => {
    if (!fields.includes(name)) return null;
    const [x, y] = [i % 2 ? CELL - 9 : 9, i < 2 ? 9 : CELL - 9];
    return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: `number ${isNew ? "new" : ""}` }, s("circle", { r: 7 }), s("text", { y: 3.6 }, i + 1)));
  });
}

function fieldLabel(ui, name, face, piece) {
  const words = { field: name, card: cardName(ui, face), colour: piece && colourName(ui, piece.colour) };
  if (!piece) return ui.word("field", words);
  return ui.word(piece.crowned ? "field-crown" : "field-pawn", words);
}

function hand(ui) {
  const own = ui.view.players.find((player) => ui.seat !== null && player.seat === ui.seat);
  if (!own?.hand.length) return null;
  const [names, fresh] = [flyingCards(own), drawn(ui, own)];
  const dead = new Set(ui.legal.filter((action) => action.type === "exchange-dead").flatMap((action) => action.cards));
  return h("section", { class: "kb-hand", "aria-label": ui.word("hand") }, h("div", { class: "hand" }, own.hand.map((face, i) => handCard(ui, face, i, dead.has(face), { "data-fly": names[i], "data-from": fresh.includes(names[i]) && stackName(own.seat) }))));
}

function handCard(ui, face, i, dead, moves) {
  const node = h("div", { class: `hand-card ${dead ? "dead" : ""}`, ...moves }, playingCard(face), dead && h("span", { class: "tag" }, ui.word("dead")));
  const words = [cardName(ui, face), dead && ui.word("dead")].filter(Boolean).join(", ");
  return ui.offer(node, { key: `hand-${i}`, token: `card:${face}` }, words);
}

function players(ui) {
  return h("section", { class: "sides", "aria-label": ui.t("Players") }, ui.view.sides.map((side) => sidePanel(ui, side)));
}

function sidePanel(ui, side) {
  const turn = side.seats.includes(ui.view.seat) && ui.state.status !== "finished";
  return h(
    "div",
    { class: `kb-panel side-panel side-${side.colour} ${turn ? "on-turn" : ""}` },
    h("div", { class: "kb-head" }, supply(ui, side.colour), h("h3", {}, colourName(ui, side.colour)), h("span", { class: "kb-pill", "data-count": `points-${side.colour}` }, ui.word("points", { n: side.points }))),
    goals(ui, side),
    side.seats.map((seat) => playerRow(ui, ui.view.players[seat - 1])),
  );
}

/** Where a side's pawns come from, and go when they leave the board. */
function supply(ui, colour) {
  return h("span", { class: "supply", "data-fly": supplyName(colour), "data-gathers": returned(ui, colour) }, pawnIcon(colour));
}

function goals(ui, side) {
  const kinds = Object.entries(side.goal);
  if (!kinds.length) return h("p", { class: "kb-note" }, ui.word("no-goal"));
  return h("div", { class: "goals" }, kinds.map(([kind, needed]) => goal(ui, kind, side.made[kind] ?? 0, needed)));
}

function goal(ui, kind, made, needed) {
  const shape = ui.components.patterns[kind]?.shapes[0];
  const words = ui.word("goal", { kind: kindName(ui, kind), made, needed });
  const one = (n) => h("span", { class: n <= made ? "goal made" : "goal" }, shape ? diagram(shape) : kindName(ui, kind));
  const marks = needed > 6 ? [one(made ? 1 : 2), h("b", {}, `${made} / ${needed}`)] : range(1, needed).map(one);
  return h("span", { class: "goal-row", role: "img", "aria-label": words, title: words }, marks);
}

function playerRow(ui, player) {
  const { seat, hand: cards, stack, used } = player;
  const known = cards.some((face) => face !== null) && seat !== ui.seat;
  const [names, fresh] = [flyingCards(player), drawn(ui, player)];
  const mini = (face, i) => {
    const node = playingCard(known ? face : null);
    return seat === ui.seat ? node : moving(node, names[i], fresh.includes(names[i]) && stackName(seat)); // one's own cards are animated in the hand
  };
  return h(
    "div",
    { class: `player ${ui.view.seat === seat ? "on" : ""}` },
    h("span", { class: "player-name" }, ui.name(seat), seat === ui.seat && h("small", {}, ` (${ui.t("you")})`), ui.view.dealer === seat && h("small", {}, ` · ${ui.word("dealer")}`)),
    h("span", { class: "minis", role: "img", "aria-label": ui.word("in-hand", { n: cards.length }) }, cards.map(mini)),
    h("span", { class: "pile", title: ui.word("stack", { n: stack }) }, moving(playingCard(null), stackName(seat), null, refilledFrom(ui, player)), h("b", {}, stack)),
    h("span", { class: "pile", title: ui.word("used", { n: used.length }) }, used.length ? moving(playingCard(used.at(-1)), usedName(seat), laidFrom(ui, player)) : h("span", { class: "no-card" }), h("b", {}, used.length)),
  );
}
