// Nagaraja: two temples, the tile that both want, fate sticks, cards, amulets.
import { drawing, h } from "./parts/dom.js";
import { amuletIcon, arrowSign, cardBack, cardFront, nagaSign, smallStick, stick, symbolSign, torch } from "./parts/nagaraja-art.js";
import { wanted } from "./parts/nagaraja-barred.js";
import { cardFrom, discarded, flyingCard, handName, isThrown, stickNames, sticksBack } from "./parts/nagaraja-moves.js";
import { SPACES } from "./parts/nagaraja-paths.js";
import { picture } from "./parts/nagaraja-pictures.js";
import { temple, tileArt } from "./parts/nagaraja-temple.js";
import { amuletText, cardName, cardOf, STAGES, stickName, tileName } from "./parts/nagaraja-words.js";
import { board } from "./parts/stage.js";

const bag = (kind, names) => names.map((name) => `${kind}:${name}`);
const TOKENS = {
  "choose-cards": (a) => bag("card", a.cards),
  "spend-naga": (a) => [`mine:${a.stick}`, `card:${a.card}`],
  "play-amulet": (a) => [`amulet:${a.amulet}`, ...(a.card ? [`card:${a.card}`] : [])],
  "place-tile": (a, seat) => [`space:${seat}:${a.space}`, `turns:${a.turns}`],
  "keep-cards": (a) => bag("drawn", a.cards),
  "swap-relics": (a) => bag(`relic:${a.temple}`, [a.first, a.second]),
  "peek-relics": (a) => bag(`relic:${a.temple}`, a.places),
  "rotate-tile": (a) => [`space:${a.temple}:${a.space}`, `turns:${a.turns}`],
  "swap-tiles": (a) => bag(`space:${a.temple}`, [a.first, a.second]),
  "move-tile": (a) => [...bag(`space:${a.temple}`, [a.space, a.to]), `turns:${a.turns}`],
  "slide-line": (a) => [`slide:${a.temple}:${a.line}:${a.direction}`],
  "place-trap": (a) => [`space:${a.temple}:${a.space}`],
  "discard-sticks": (a) => bag("theirs", a.sticks),
  "name-stick": (a) => [`mine:${a.stick}`],
  "discard-cards": (a) => bag("card", a.cards),
  "take-card": (a) => [`looked:${a.card}`],
};
const WITH_TEXT = 4;
const AT_ONCE = new Set(["name-stick"]);

export const mount = board({
  name: "nagaraja",
  draw,
  implied,
  picture,
  deferred: new Set(Object.keys(TOKENS).filter((type) => !AT_ONCE.has(type))),
  wanted,
  suggested: new Set(["spend-naga", "play-amulet", "keep-cards", "take-card"]),
  tokens: (action, ui) => TOKENS[action.type]?.(action, ui.seat) ?? [],
});

/** The text of the card picked last. */
function pickedText(ui) {
  const [, id] = ui.picks.at(-1)?.token.match(/^(?:card|drawn|looked):(.*)$/) ?? [];
  return id ? ui.text(cardOf(ui, id)?.text) : null;
}

/** The number of cards before the viewer; if there are many, they are drawn small, and show their text when picked. */
function inHand(ui) {
  const own = ui.view.players.find(({ seat }) => seat === ui.seat);
  return [own?.hand, ui.view.drawn, ui.view.effect?.cards].flatMap((cards) => cards ?? []).length;
}

/** Once a tile's space is picked, its rotation counts as picked too. */
function implied(ui, picks) {
  if (!picks.some(({ token }) => token.startsWith("space:"))) return [];
  const turns = turnsAllowed(ui);
  if (!turns.length) return [];
  const now = turns.includes(ui.draft.turns) ? ui.draft.turns : turns[0];
  return [{ key: "turns", token: `turns:${now}` }];
}

function turnsAllowed(ui) {
  return [...new Set(ui.legal.map((action) => action.turns).filter((turns) => turns !== undefined))].sort();
}

function draw(ui) {
  const [one, two] = ui.view.players;
  const [first, second] = ui.seat === 2 ? [two, one] : [one, two];
  return {
    main: [
      status(ui),
      h("div", { class: "table" }, player(ui, first, "near"), h("div", { class: "middle" }, offered(ui), piles(ui), onTable(ui)), player(ui, second, "far")),
      (ui.seat ? [second] : [first, second]).map((one) => hand(ui, one)),
    ],
    hand: h(
      "div",
      { class: `hands${inHand(ui) > WITH_TEXT ? " many" : ""}` },
      faceUp(ui, ui.view.drawn, "drawn"),
      faceUp(ui, ui.view.effect?.cards ?? [], "looked"),
      ui.seat && hand(ui, first),
    ),
    tools: turnButton(ui),
    detail: pickedText(ui),
  };
}

function status(ui) {
  const { view } = ui;
  const stages = STAGES.map((stage, i) => h("li", { class: stage === view.stage ? "on" : "", "aria-current": stage === view.stage && "step" }, h("span", {}, i + 1), ` ${ui.word(`stage-${stage}`)}`));
  return h(
    "div",
    { class: "kb-head" },
    h("span", { class: "kb-pill" }, ui.word("round", { n: view.round })),
    h("ol", { class: "stages" }, stages),
    view.effect && effectUnderWay(ui, view.effect),
  );
}

function effectUnderWay(ui, { card, seat }) {
  const words = ui.word("effect", { card, name: ui.name(seat) });
  return h("div", { class: "under-way" }, symbolSign(cardOf(ui, card).symbol), h("div", {}, h("b", {}, words), h("span", {}, ui.text(cardOf(ui, card).text))));
}

function turnButton(ui) {
  const turns = turnsAllowed(ui);
  const now = implied(ui, ui.picks)[0]?.token;
  if (!now || turns.length < 2) return null;
  const next = turns[(turns.indexOf(Number(now.slice(6))) + 1) % turns.length];
  const node = h("button", { class: "btn kb-quiet", type: "button" }, `↻ ${ui.word("turn-tile")}`);
  return ui.local(node, "turn", null, () => {
    ui.draft.turns = next;
    const turned = turnedTile(ui);
    if (turned) ui.ctx.announce?.(tileName(ui, turned));
  });
}

/** The tile that the picks would lay or turn, in its new position. */
function turnedTile(ui) {
  const action = ui.planned;
  if (!action) return null;
  if (action.type === "place-tile") return ui.view.offered && { ...ui.view.offered, turns: action.turns };
  const lying = ui.view.players[action.temple - 1].temple.spaces[SPACES.indexOf(action.space)];
  return { ...lying, turns: (lying.turns + action.turns) % 4 };
}

function offered(ui) {
  const tile = ui.view.offered;
  const turns = Number(ui.planned?.type === "place-tile" ? ui.planned.turns : 0);
  const label = ui.word(tile ? "offered" : "none-offered");
  return h(
    "section",
    { class: `kb-panel offer ${ui.before && ui.before.round !== ui.view.round ? "new" : ""}` },
    h("h3", { class: "kb-title" }, label),
    tile ? drawing("-50 -50 100 100", { class: "offered", "data-fly": "offered", role: "img", "aria-label": tileName(ui, { ...tile, turns }) }, tileArt(ui.components, { ...tile, turns })) : h("div", { class: "no-tile" }),
  );
}

function piles(ui) {
  const { piles: count, sticks, trap } = ui.view;
  const pill = (name, n, moves = {}) => h("span", { class: "kb-pill", ...moves }, ui.word(`pile-${name}`, { n }));
  const left = Object.entries(sticks);
  return h(
    "section",
    { class: "kb-panel piles" },
    pill("tiles", count.tiles),
    pill("amulets", count.amulets),
    pill("deck", count.deck, { "data-fly": "deck" }),
    pill("discards", count.discards, { "data-gathers": discarded(ui) }),
    h("span", { class: "supply", role: "img", "data-gathers": sticksBack(ui), "aria-label": ui.word("supply", { sticks: left.map(([colour, n]) => ui.word(`left-${colour}`, { n })).join(", ") }) }, left.map(([colour, n]) => [smallStick(colour), h("b", {}, n)])),
    trap === null && h("p", { class: "kb-note", "data-fly": "trap-box", "data-gathers": ui.before?.trap && "trap" }, ui.word("trap-aside")),
  );
}

function onTable(ui) {
  const { used, played_amulets: amulets } = ui.view;
  if (!used.length && !amulets.length) return null;
  return h("section", { class: "kb-panel" }, h("h3", { class: "kb-title" }, ui.word("on-table")), h("div", { class: "used" }, used.map((id) => smallCard(ui, id)), amulets.map((id) => h("span", { title: amuletText(ui, id) }, amuletIcon(id)))));
}

function smallCard(ui, id) {
  const card = cardOf(ui, id);
  if (!card) return h("span", { class: "small-card" }, "?");
  return h("span", { class: `small-card symbol-${card.symbol}`, "data-fly": flyingCard(id), "data-from": cardFrom(ui, id), title: ui.text(card.text), role: "img", "aria-label": cardName(ui, id) }, symbolSign(card.symbol), arrowSign(card.target), id);
}

function player(ui, one, where) {
  const { seat } = one;
  const turn = ui.state.toAct?.includes(seat);
  return h(
    "section",
    { class: `kb-panel player ${where} side-${ui.state.seats?.find((it) => it.seat === seat)?.side ?? seat} ${turn ? "on-turn" : ""}` },
    h(
      "div",
      { class: "kb-head" },
      h("h3", {}, ui.name(seat), seat === ui.seat && h("small", {}, ` (${ui.t("you")})`)),
      ui.view.guide === seat && h("span", { class: "kb-pill on" }, torch(), ui.word("guide")),
      one.passed && h("span", { class: "kb-pill" }, ui.word("passed")),
      one.laid.length > 0 && h("span", { class: "kb-pill" }, ui.word("laid-count", { n: one.laid.length })),
      h("span", { class: "kb-pill", "data-fly": handName(seat) }, ui.word("in-hand", { n: one.hand.length })),
    ),
    score(ui, one),
    h("div", { class: "before" }, thrown(ui, one), amulets(ui, one)),
    temple(ui, one),
  );
}

function score(ui, { seat, points, temple: { relics } }) {
  const needed = ui.components.figures.points_to_win.value;
  const cursed = Object.values(relics).filter(({ relic, face_up: up }) => up && relic?.startsWith("cursed")).length;
  const curse = ui.word("curses", { n: cursed });
  return h(
    "div",
    { class: "score" },
    h("b", { "data-count": `points-${seat}` }, ui.word("points", { points, needed })),
    h("span", { class: "curses", role: "img", "aria-label": curse, title: curse }, [1, 2, 3].map((n) => h("i", { class: n <= cursed ? "on" : "" }))),
    h("span", { class: "measure", vars: { "--part": String(Math.min(1, points / needed)) } }),
  );
}

function thrown(ui, one) {
  const mine = one.seat === ui.seat;
  const named = [...(ui.view.effect?.seat === one.seat ? ui.view.effect.named : [])];
  const names = stickNames(one);
  if (!one.sticks.length) return h("div", { class: "thrown none" }, h("span", { class: "kb-note" }, ui.word("no-sticks")));
  return h(
    "div",
    { class: "thrown", role: "group", "aria-label": ui.word("sticks") },
    h("span", { class: "fate", title: ui.word("fate", { n: one.fate_points }) }, h("b", { "data-count": `fate-${one.seat}` }, one.fate_points), one.nagas > 0 && h("span", { class: "nagas", title: ui.word("nagas", { n: one.nagas }) }, nagaSign(), one.nagas)),
    one.sticks.map((name, i) => oneStick(ui, one.seat, mine, name, i, take(named, name), names[i])),
  );
}

/** Whether a name is still on the list; removes it. */
function take(list, name) {
  const at = list.indexOf(name);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

function oneStick(ui, seat, mine, name, i, named, thing) {
  const node = h("span", { class: `one-stick ${named ? "named" : ""} ${isThrown(ui, thing) ? "tumbles" : ""}`, "data-fly": thing, vars: { "--i": String(i) } }, stick(name));
  const words = [stickName(ui, name), named && ui.word("named")].filter(Boolean).join(", ");
  return ui.offer(node, { key: `stick-${seat}-${i}`, token: `${mine ? "mine" : "theirs"}:${name}` }, words);
}

function amulets(ui, { seat, amulets: held }) {
  if (!held.length) return null;
  return h("div", { class: "amulets" }, h("span", { class: "kb-note" }, ui.word("amulets")), held.map((id, i) => ui.offer(h("span", { class: "one-amulet", title: amuletText(ui, id) }, amuletIcon(id)), { key: `amulet-${seat}-${i}`, token: seat === ui.seat ? `amulet:${id}` : "" }, amuletText(ui, id))));
}

/** @param {(place: number) => string} extra an additional class and its name, or "" */
function cards(ui, ids, kind, extra = () => "") {
  return h(
    "div",
    { class: "cards", "data-scroll": kind },
    ids.map((id, i) => {
      const card = cardOf(ui, id);
      const node = card ? cardFront(card, ui.text(card.text)) : cardBack();
      if (card) node.title = ui.text(card.text);
      if (card) node.dataset.fly = flyingCard(id);
      if (cardFrom(ui, id)) node.dataset.from = cardFrom(ui, id);
      const more = extra(i);
      if (more) node.classList.add(more);
      return ui.offer(node, { key: `${kind}-${i}`, token: more ? "" : `${kind}:${id}` }, [cardName(ui, id), more && ui.word(more)].filter(Boolean).join(", "));
    }),
  );
}

function faceUp(ui, ids, kind) {
  if (!ids?.some((id) => id !== null)) return null;
  return h("section", { class: "kb-hand drawn" }, h("h3", { class: "kb-title" }, ui.word(kind)), cards(ui, ids, kind));
}

function hand(ui, { seat, hand: ids, laid }) {
  const mine = seat === ui.seat;
  if (!ids.length || (!mine && !ids.some((id) => id !== null))) return null;
  const title = mine ? ui.word("hand") : ui.word("hand-of", { name: ui.name(seat) });
  return h("section", { class: "kb-hand", "aria-label": title }, cards(ui, ids, mine ? "card" : `card-${seat}`, (i) => (laid.includes(i) ? "laid" : "")));
}
