// The clocks of a game's page, above the board: they count by the service's time, and stand still when it cannot be heard.
import { lineState, watchLine } from "../connection.js";
import { seatName } from "../standings.js";
import { h } from "../ui.js";
import { clockFace } from "./face.js";
import { serviceNow } from "./servicetime.js";
import { SECOND, alarmAt, inWords, passed, untilNextFigure } from "./time.js";

/** Milliseconds after a deadline at which the page asks what became of it, and between two further questions. */
const SOON = 700;
const AGAIN = 3000;

/** {node, update(head, seat), end()}. `ring()` is the sound of a clock that is nearly out; `refresh()` reads the game again. */
export function clockStrip(shell, { ring, refresh }) {
  const { t } = shell;
  const list = h("ul", { class: "clocks-list", "aria-label": t("Clocks") });
  const note = h("p", { class: "clocks-note", id: "clock-note", role: "status" });
  const node = h("section", { class: "clocks", id: "clocks", hidden: true, "aria-label": t("Clocks") }, list, note);
  const strip = { t, shell, list, note, ring, refresh, faces: new Map(), key: "", shown: null, before: new Map(), timer: undefined, asking: undefined, heardAt: 0 };
  const draw = () => strip.shown && tick(strip);
  const unwatch = watchLine(draw);

  function update(head, seat) {
    const { clock } = head.now.doc;
    node.hidden = !clock || head.now.doc.status === "waiting" || !rowsOf(head);
    if (node.hidden) return;
    seats(strip, head.now.doc, seat);
    strip.shown = { terms: clock.terms, rows: rowsOf(head), past: !head.following, doc: head.now.doc, seat, at: timeOfFrame(head) };
    tick(strip);
  }
  const end = () => {
    clearTimeout(strip.timer);
    clearTimeout(strip.asking);
    unwatch();
  };
  return { node, update, end };
}

/** Somebody who follows the game sees the clocks of now, also while the board still shows what happened; who looks back, those of then. */
function rowsOf({ following, now, version }) {
  return following ? now.doc.clock.seats : now.frames[version - 1]?.clock;
}

/** A clock that ran when a frame was made stands in it as it was then. */
function timeOfFrame({ following, event }) {
  return following ? null : Date.parse(event?.at) || 0;
}

/** A face for each person; bots that took a seat have no clock. */
function seats(strip, doc, seat) {
  const { t, list } = strip;
  const people = doc.seats.filter(({ name, bot }) => name !== null && !bot);
  const key = JSON.stringify([people, seat]);
  if (strip.key === key) return;
  strip.key = key;
  strip.faces = new Map(people.map((one) => [one.seat, clockFace(t, { seat: one.seat, name: seatName(t, doc.seats, one.seat), mine: one.seat === seat })]));
  list.replaceChildren(...[...strip.faces.values()].map(({ node }) => node));
}

function tick(strip) {
  clearTimeout(strip.timer);
  const { terms, rows, past, at, doc, seat } = strip.shown;
  const lost = !past && lineState().kind !== "live";
  if (!lost) strip.heardAt = serviceNow();
  const now = past ? at : strip.heardAt;
  const state = past ? "past" : lost ? "lost" : "live";
  let wait = Infinity;
  for (const [number, face] of strip.faces) {
    const row = rows.find((one) => one.seat === number) ?? { seat: number, left: terms.bank * SECOND, grace: 0 };
    const found = face.draw(row, now, { terms, state });
    if (state === "live" && found.runs && found.all > 0) wait = Math.min(wait, found.rests || untilNextFigure(found.grace || found.left));
    if (number === seat && state === "live") call(strip, row, found);
  }
  tell(strip, { lost, doc, rows, seat });
  if (state === "live") askWhenOver(strip, rows, now);
  if (wait < Infinity) strip.timer = setTimeout(() => tick(strip), Math.max(wait, 50));
}

/** Say the viewer's own time at the few moments that matter, and ring once when it is nearly out. */
function call({ t, shell, ring, shown, before }, { stint = 0 }, { all, runs }) {
  const last = before.get(stint);
  before.clear();
  if (!runs) return;
  before.set(stint, all);
  if (last === undefined) return;
  const limit = passed(last, all);
  if (limit !== null) shell.announce(t("You have {time} left.", { time: inWords(t, Math.ceil(all / SECOND) * SECOND) }));
  const alarm = alarmAt(shown.terms);
  if (all <= alarm && alarm < last) ring();
}

function tell({ t, note }, { lost, doc, rows, seat }) {
  const runs = rows.some((row) => row.seat === seat && row.since !== undefined);
  const text = lost ? [runs && t("Your clock is running."), t("The clocks shown here stand still until the connection is back.")].filter(Boolean).join(" ") : halted(t, doc);
  note.hidden = text === "";
  if (note.textContent !== text) note.textContent = text;
}

function halted(t, { status, dispute, clock }) {
  if (status === "suspended") return t("The clocks are stopped: the game is suspended.");
  const stopped = status === "playing" && dispute !== null && clock.seats.every(({ since }) => since === undefined);
  return stopped ? t("The clocks are stopped until the dispute is settled.") : "";
}

/** The service records what a deadline brings, and the stream tells it; if not, the page asks. */
function askWhenOver(strip, rows, now) {
  const over = now - Math.min(...rows.map(({ deadline }) => deadline ?? Infinity));
  if (strip.asking !== undefined || !(over >= 0)) return;
  strip.asking = setTimeout(async () => {
    await strip.refresh().catch(() => {});
    strip.asking = undefined;
    tick(strip);
  }, over < SOON ? SOON : AGAIN);
}
