// The value of a game's decisions: each seat's chance to win in words, above the lines of the analysis. The curve is in the timeline.
import { button, h, show } from "../ui.js";
import { get } from "../api.js";
import { improvements, turnings } from "./curve.js";
import { said } from "../i18n.js";
import { isOver, seatName } from "../standings.js";

const AGAIN = 3000;

/** {node, prompt, update(head), ask(), found(), end()}: `prompt` asks for the analysis beside the timeline; `changed()` is called when the result changes. */
export function chancesPanel(shell, source, playhead, changed) {
  const { t } = shell;
  const node = h("section", { class: "card chances-panel", id: "chances", "aria-label": t("Chances to win") });
  const prompt = h("span", { class: "chances-prompt" });
  /** Nothing is requested before somebody opens it: a missing analysis would be logged as an error by the browser. */
  let found = { status: "unasked" };
  let timer = 0;

  const analysable = ({ doc }) => isOver(doc) && doc.version > 1;

  async function read() {
    found = await get(`${source.path}/analysis`, { token: source.token }).catch(() => found);
    wait();
    changed();
  }

  function wait() {
    clearTimeout(timer);
    if (found.status === "queued" || found.status === "running") timer = window.setTimeout(read, AGAIN);
  }

  const ask = () => shell.attempt(async () => {
    found = await source.post("/analysis", {});
    wait();
    changed();
  });

  function update(head) {
    node.hidden = !analysable(head.now);
    prompt.hidden = node.hidden || found.status === "done";
    if (node.hidden) return;
    const key = [shell.lang, found.status, found.progress, found.moments?.length, head.now.doc.seats];
    show(node, key, render(head, "analyse"));
    if (!prompt.hidden) show(prompt, key, render(head));
    if (found.status === "done") place(shell, node, head, found);
  }

  function render(head, id = null) {
    if (found.status === "done") return content(shell, found, head.now, playhead);
    if (found.status === "unasked" || found.status === "failed") return [button(t("Chances and turning points"), ask, { class: "btn small quiet", id })];
    const percent = new Intl.NumberFormat(t.lang, { style: "percent" }).format(found.progress);
    return [h("p", { class: "muted", role: "status" }, t("The chances are being worked out: {percent}", { percent }))];
  }

  return { node, prompt, update, ask, found: () => found, pointer: betterShown(shell, () => found.moments), end: () => clearTimeout(timer) };
}

/** The chances at the current version, what is known of them, and where the game turned. */
function content({ t }, found, { doc }, playhead) {
  const name = (seat) => seatName(t, doc.seats, seat);
  const seats = doc.seats.map(({ seat, side }) => h("li", { class: `seat-${seat}`, "data-seat": seat, "data-side": side }, h("span", { class: "dot", "aria-hidden": "true" }), name(seat), " ", h("b", {})));
  return [
    h("h2", { class: "field-name" }, t("Chances to win")),
    h("ul", { class: "chance-now" }, seats),
    h("p", { class: "chance-facts muted" }),
    turnings(t, found.moments, name, playhead.goTo),
    improvements(t, found.moments, name, playhead.goTo),
    found.alternatives && h("p", { class: "chance-alternatives muted" }, tested(t, found)),
    h("p", { class: "chance-method muted" }, method(t, found.moments)),
  ];
}

/** pointer(head): at the decision in view what would have been better beyond doubt, for the board to point at; announced once. */
function betterShown(shell, moments) {
  let last = null;
  return ({ version }) => {
    const { better, seat } = moments()?.find((moment) => moment.version === version) ?? {};
    if (better === last?.better) return last;
    const text = better && betterSaid(shell, better);
    last = better ? { better, seat, action: { ...better.action, label: better.label }, bubble: h("p", {}, text) } : null;
    if (last) shell.announce(text);
    return last;
  };
}

const betterSaid = ({ t, lang }, { label, gain, error }) => t("Better: {what} (+{gain} ± {error} points).", { what: said(label, lang), gain: points(gain), error: points(error) });

/** How many games the whole curve rests on, and how exact it is. */
function method(t, moments) {
  if (moments.length === 0) return t("No decision was looked at.");
  const [fewest, most] = range(moments.map(({ estimate }) => estimate.playouts));
  const [least, largest] = range(moments.map(({ estimate }) => points(estimate.error)));
  return t("Bots played {games} games on from each decision. Standard error: {error} percentage points; the band is two of them to each side.", { games: span(fewest, most), error: span(least, largest) });
}

/** What came of the search, so that a reader of an analysis without any better action knows that they were looked for. */
const tested = (t, { decisions, moments, alternatives }) => t("Decisions searched for better actions: {searched} of {decisions}. With another choice: {found}. Tested: {compared}. Better beyond doubt: {better}.", { searched: moments.filter((moment) => moment.searched).length, decisions, ...alternatives });

const range = (numbers) => [Math.min(...numbers), Math.max(...numbers)];
const span = (from, to) => (from === to ? `${from}` : `${from}–${to}`);
const points = (share) => Math.round(100 * share);

/** The current version, and its numbers. */
function place({ t, lang }, node, { version, now }, found) {
  const atEnd = version === now.doc.version && found.result;
  const moment = atEnd ? null : momentAt(found, version);
  const chances = atEnd || moment?.chances;
  const percent = new Intl.NumberFormat(lang, { style: "percent" });
  for (const item of node.querySelectorAll(".chance-now li")) item.querySelector("b").textContent = chances ? percent.format(chances[item.dataset.seat] ?? 0) : "–";
  show(node.querySelector(".chance-facts"), [lang, moment, now.doc.seats], moment ? facts(t, lang, (seat) => seatName(t, now.doc.seats, seat), moment, percent) : []);
}

/** The last decision until then. */
const momentAt = ({ moments }, version) => moments.findLast((moment) => moment.version <= version) ?? moments[0];

/** What is known of the chances here and of the decision: each figure with its error, or exact. `name(seat)` returns a player's name. */
function facts(t, lang, name, { estimate, turning, decision, luck, better, odds }, percent) {
  return [
    t("Games: {n}, ± {error} percentage points.", { n: estimate.playouts, error: points(estimate.error) }),
    turning && t("The decision changed the chances: {name} {points} ± {error} points.", largest(name, decision)),
    luck?.beyond_doubt && t("Luck then changed them: {name} {points} ± {error} points.", largest(name, luck)),
    better && betterSaid({ t, lang }, better),
    odds && t("Exact: {what}: {chance}; at best {highest}.", { what: said(odds.about, lang), chance: percent.format(odds.chance), highest: percent.format(odds.highest) }),
  ].filter(Boolean).flatMap((text) => [text, " "]);
}

/** The change of the seat whose chance changed most. */
function largest(name, { by, error }) {
  const seat = Object.keys(by).reduce((most, other) => (Math.abs(by[other]) > Math.abs(by[most]) ? other : most));
  return { name: name(Number(seat)), points: signed(by[seat]), error: points(error) };
}

const signed = (share) => `${share < 0 ? "−" : "+"}${Math.abs(points(share))}`;
