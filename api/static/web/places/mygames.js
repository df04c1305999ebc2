// My games: those for which this browser has tokens, those of the account that is signed in, and whose turn it is.
import { button, h, modal, show } from "../ui.js";
import { claimButton, claimable } from "../account/claiming.js";
import { me } from "../account/me.js";
import { watchNotices } from "../account/notices.js";
import { byDeadline, keepCounting } from "../clock/countdowns.js";
import { follow } from "../follow.js";
import { SESSION, heldGames, keepToken, tokensOf } from "../memory.js";
import { accountGames } from "./accountgames.js";
import { forgetAll } from "./forgetting.js";
import { loadStyle } from "../boards/parts/dom.js";
import { rematch } from "../game/rematch.js";
import { gameRow, unreadableRow } from "./gamerow.js";
import { invites } from "./invites.js";
import { adoptGames } from "../cups.js";
import { readGames } from "./reading.js";
import { studies } from "./studies.js";
import { movedHere, moveAway } from "../game/moving.js";
import { isOver, seatOf } from "../standings.js";

const PAGE = 30;
const AGAIN = 10_000;
/**
 * In this order; a game is listed in the first group that it belongs to.
 * @type {[string, string, (game: any) => any][]}
 */
const GROUPS = [
  ["turn", "Your turn", ({ doc, role }) => doc?.status === "playing" && doc.to_act.includes(seatOf(role))],
  ["on", "In progress", ({ doc }) => ["playing", "suspended"].includes(doc?.status)],
  ["waiting", "Waiting for players", ({ doc }) => doc?.status === "waiting"],
  ["over", "Over", ({ doc }) => doc && isOver(doc)],
  ["analyses", "Analyses", ({ doc }) => doc?.status === "analysis"],
  ["unread", "Not read yet", ({ doc, problem }) => !doc && !problem],
  ["closed", "No longer open to this browser", ({ problem }) => problem],
];

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("My games"));
  await loadStyle("../places/places.css");
  const rulesets = await shell.rulesets.all();
  const model = { games: new Map(), shown: PAGE, more: false, claimable: new Set() };
  const node = h("div", { id: "my-games" });
  const head = h("div", { class: "places-head" }, [
    h("h1", {}, t("My games")),
    h("p", { class: "muted" }, t(me() ? OF_ACCOUNT : "The games in which this browser has a seat, or that it created. The tokens that open them are stored in this browser only.")),
  ]);
  const invited = invites(shell, rulesets);
  const analyses = studies(shell, rulesets);
  root.append(head, invited.node, node, analyses.node);
  let closed = false;
  const render = () => !closed && draw(node, shell, rulesets, model, again);

  async function again() {
    await readAccount();
    const held = heldGames().reverse();
    for (const [id, { account }] of model.games) if (!account && !held.includes(id)) model.games.delete(id);
    const others = held.filter((id) => !model.games.get(id)?.account);
    model.more = model.more || others.length > model.shown;
    await readGames(others.slice(0, model.shown), model.games, render);
    model.claimable = await claimableOf(model.games);
    render();
  }

  /** The account's are read in one request, each once, also where this browser has tokens of them. */
  async function readAccount() {
    const { games, more } = await accountGames(shell, model.shown);
    for (const [id, { account }] of model.games) if (account) model.games.delete(id);
    for (const game of games) model.games.set(game.id, game);
    model.more = more;
  }

  await movedHere(shell);
  await adoptGames();
  await Promise.all([invited.read(), analyses.read(), again()]);
  const update = (wanted) => readGames([...model.games.keys()].filter((id) => wanted(model.games.get(id))), model.games, render);
  const counted = keepCounting(t, node);
  const hidden = setInterval(() => !document.hidden && update(untold), AGAIN);
  const goingOn = () => update(({ doc, problem }) => !problem && (!doc || !isOver(doc)));
  const end = follow("/v1/stream", {
    after: () => model.position,
    opened: goingOn, // something may have happened between the request and the stream
    news: async (event) => {
      if (event === null) return goingOn();
      model.position = event.id;
      const { id } = JSON.parse(event.data);
      if (model.games.has(id)) await update(({ id: one }) => one === id);
    },
    idle: AGAIN,
  });
  const endAccount = watchNotices(() => shell.attempt(() => Promise.all([invited.read(), readAccount()]).then(render)));
  return () => {
    endAccount();
    closed = true;
    clearInterval(hidden);
    counted();
    end();
  };
}

/** Ids of those whose seats can be taken into the account. */
async function claimableOf(games) {
  const all = await Promise.all([...games.values()].map(async (game) => (await claimable(game)) && game.id));
  return new Set(all.filter(Boolean));
}

const OF_ACCOUNT = "The games of your account, on every device, and those for which only this browser has the tokens.";

/** Games that the stream of public games does not report: private ones, and those that could not be read. */
const untold = ({ doc, problem }) => (doc ? doc.visibility === "private" && !isOver(doc) : !problem);

function draw(node, shell, rulesets, model, again) {
  const { t } = shell;
  const games = [...model.games.values()];
  const key = [shell.lang, model.more, games.map(({ id, doc, role, problem }) => [id, role, model.claimable.has(id), doc?.version, doc?.status, doc?.to_act, problem?.message])];
  if (games.length === 0) return show(node, key, nothing(t));
  const left = new Set(games);
  const groups = GROUPS.map(([name, title, belongs]) => {
    const mine = [...left].filter(belongs);
    for (const one of mine) left.delete(one);
    mine.sort((a, b) => byDeadline(a, b) || (b.doc?.updated_at ?? "").localeCompare(a.doc?.updated_at ?? ""));
    return mine.length > 0 && group(shell, rulesets, { name, title: t(title), mine, model }, again);
  });
  const more = model.more && button(t("More games"), () => shell.attempt(() => ((model.shown += PAGE), again())), { class: "btn quiet" });
  const movable = games.filter(({ doc, account }) => doc && !account && !isOver(doc));
  const move = movable.length > 0 && button(t("Continue all on another device…"), () => shell.attempt(() => moveAway(shell, movable).then(again)), { class: "btn quiet", "data-do": "move-all" });
  return show(node, key, groups, h("div", { class: "bar" }, more, move));
}

function nothing(t) {
  return h("div", { class: "card nothing" }, [
    h("p", {}, t("None yet. Join a table in the lobby, or create one.")),
    h("div", { class: "bar" }, [
      h("a", { href: "/", "data-page": true, class: "btn primary" }, t("To the lobby")),
      h("a", { href: "/new", "data-page": true, class: "btn" }, t("New game")),
    ]),
  ]);
}

function group(shell, rulesets, { name, title, mine: games, model }, again) {
  return h("section", { class: "my-group", "data-group": name, "aria-label": title }, [
    h("h2", {}, title, h("span", { class: "my-count" }, games.length)),
    h("ul", { class: "games" }, games.map((game) => (game.doc ? gameRow(shell, rulesets, game, tools(shell, game, model.claimable, again)) : unreadableRow(shell, game, [game.problem && forget(shell, game, again)])))),
  ]);
}

function tools(shell, game, claimed, again) {
  const { t } = shell;
  const { id, doc, role, account } = game;
  const seat = seatOf(role);
  const over = isOver(doc);
  return [
    over && seat !== null && button(t("Rematch"), () => shell.attempt(() => playAgain(shell, game)), { class: "btn small", "data-do": "rematch" }),
    !over && claimed.has(id) && claimButton(shell, game, { then: again }, "quiet"),
    !over && !account && button(t("Move…"), () => shell.attempt(() => moveAway(shell, [game]).then(again)), { class: "btn small quiet", "data-do": "move", "aria-label": t("Move… (continue this game on another device)") }),
    over && Object.keys(tokensOf(id)).length > 0 && forget(shell, game, again),
  ];
}

/** The account's seat may have been taken on another device. */
function playAgain(shell, { id, doc, role, account }) {
  if (account) keepToken(id, role, SESSION);
  return rematch(shell, doc, seatOf(role));
}

/** Once this browser has deleted them, nobody has the tokens any more. */
function forget(shell, { id, doc }, again) {
  const { t } = shell;
  return button(t("Forget"), () => shell.attempt(async () => {
    if (doc && !(await sure(t))) return;
    await forgetAll(id);
    await again();
  }), { class: "btn small quiet", "data-do": "forget" });
}

async function sure(t) {
  const yes = button(t("Forget it"), () => yes.closest("dialog").close("yes"), { class: "btn primary", "data-do": "sure" });
  const text = t("This browser forgets that you played here. A public game can still be watched; a private one can no longer be opened.");
  return (await modal(t("Forget this game?"), [h("p", {}, text), h("div", { class: "bar" }, yes)], t("Cancel"))) === "yes";
}
