// Nagaraja: two temples, the tile that both want, fate sticks, cards, amulets.
import { wanted } from "./parts/nagaraja-barred.js";
import { bothHands, ownHand } from "./parts/nagaraja-hand.js";
import { layoutOf } from "./parts/nagaraja-layout.js";
import { effect, middle } from "./parts/nagaraja-middle.js";
import { SPACES } from "./parts/nagaraja-paths.js";
import { picture } from "./parts/nagaraja-pictures.js";
import { player } from "./parts/nagaraja-player.js";
import { cardOf, tileName } from "./parts/nagaraja-words.js";
import { jungle } from "./parts/nagaraja-world.js";
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
/** The height of the head of a temple that is small: where its targets are not. */
const HEAD = 88;
const AT_ONCE = new Set(["name-stick"]);

export const mount = board({
  name: "nagaraja",
  stage: { wide: [1600, 1000], tall: [780, 1370] },
  draw,
  implied,
  picture,
  deferred: new Set(Object.keys(TOKENS).filter((type) => !AT_ONCE.has(type))),
  wanted,
  tokens: (action, ui) => TOKENS[action.type]?.(action, ui.seat) ?? [],
});

/** The text of the card picked last. */
function pickedText(ui) {
  const [, id] = ui.picks.at(-1)?.token.match(/^(?:card|drawn|looked):(.*)$/) ?? [];
  return id ? ui.text(cardOf(ui, id)?.text) : null;
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
  const layout = layoutOf(ui);
  const [one, two] = ui.view.players;
  const players = ui.seat === 2 ? [two, one] : [one, two];
  const [near, far] = places(ui, layout, players);
  const art = [
    ui.part("world", ui.size, () => jungle(ui.size)),
    players.map((it, i) => ui.region(ui.name(it.seat), () => player(ui, it, i ? far : near, Boolean(ui.seat) && i === 1))),
    ui.region(ui.word("offered"), () => middle(ui, layout.middle)),
    effect(ui, layout.effect),
    ui.seat ? ownHand(ui, players[0], layout) : bothHands(ui, players, layout),
  ];
  return { art, tools: turnButton(ui), detail: pickedText(ui) };
}

/**
 * Where both players lie. On a phone one temple is large: the one where something may be chosen, else the own; a tap changes them over.
 * @param {any} ui @param {any} layout @param {any[]} players
 */
function places(ui, layout, [near, far]) {
  if (!ui.tall) return [layout.left, layout.right];
  const large = ui.draft.large ?? (asked(ui, far) && !asked(ui, near) ? far.seat : near.seat);
  const small = large === near.seat ? far : near;
  const [x, y, width, height] = layout.small.box;
  const label = ui.word("temple", { name: ui.name(small.seat) });
  ui.local("change-over", label, [x, y, width, asked(ui, small) ? HEAD : height], () => (ui.draft.large = small.seat));
  return large === near.seat ? [layout.large, layout.small] : [layout.small, layout.large];
}

/** Whether something of this player may be chosen: in the temple, or a stick or an amulet in front of it. */
function asked(ui, { seat }) {
  const own = seat === ui.seat;
  const sought = new RegExp(`^(?:(?:space|relic|slide):${seat}:|${own ? "mine:|amulet:" : "theirs:"})`);
  return [...ui.known].some((token) => sought.test(token));
}

function turnButton(ui) {
  const turns = turnsAllowed(ui);
  const now = implied(ui, ui.picks)[0]?.token;
  if (!now || turns.length < 2) return null;
  const next = turns[(turns.indexOf(Number(now.slice(6))) + 1) % turns.length];
  return ui.localButton("turn", `↻ ${ui.word("turn-tile")}`, () => {
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
