// The clocks of a game's page, beside the players' names: they count by the service's time, and stand still when it cannot be heard.
import { lineState, watchLine } from "../connection.js";
import { h } from "../ui.js";
import { clockFace } from "./face.js";
import { serviceNow } from "./servicetime.js";
import { doubtSilence } from "./silence.js";
import { SECOND, alarmAt, inWords, kindOfClock, passed, untilNextFigure } from "./time.js";

/** Milliseconds after a deadline at which the page asks what became of it, and between two further questions. */
const SOON = 700;
const AGAIN = 3000;
/** Milliseconds between two looks, however often a figure changes. */
const LEAST = 50;

/**
 * {node, update(head, seat), end()}. `ring()` is the sound of a clock that is nearly out; `refresh()` reads the game again;
 * `catchUp(signal)` asks whether the game has moved on, and then does so; `place(seat)` is where a clock is shown.
 */
export function clockStrip(shell, { ring, refresh, catchUp, place }) {
  const { t } = shell;
  const note = h("p", { class: "card notice", id: "clock-note", role: "status", hidden: true });
  const strip = { t, shell, place, note, ring, refresh, faces: new Map(), key: "", shown: null, before: null, timer: undefined, asking: undefined, heardAt: 0 };
  const ends = [watchLine(() => tick(strip)), doubtSilence(() => racing(strip), catchUp)];

  function update(head, seat) {
    const { clock } = head.now.doc;
    if (!clock || head.now.doc.status === "waiting" || !rowsOf(head)) return;
    seats(strip, head.now.doc, seat);
    strip.shown = { terms: clock.terms, rows: rowsOf(head), past: !head.following, doc: head.now.doc, seat, at: timeOfFrame(head) };
    tick(strip);
  }
  const end = () => {
    strip.shown = null;
    clearTimeout(strip.timer);
    clearTimeout(strip.asking);
    for (const one of ends) one();
  };
  return { node: note, update, end };
}

/** Whether the viewer plays, and a clock of minutes runs. */
function racing({ shown }) {
  return shown !== null && shown.seat !== null && kindOfClock(shown.terms) === "live" && shown.doc.clock.seats.some(({ since }) => since !== undefined);
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
  const { t, place } = strip;
  const people = doc.seats.filter(({ name, bot }) => name !== null && !bot);
  const key = JSON.stringify([people, seat]);
  if (strip.key === key) return;
  strip.key = key;
  strip.faces = new Map(people.map((one) => [one.seat, clockFace(t, one.seat, one.seat === seat)]));
  for (const [number, { node }] of strip.faces) place(number).replaceChildren(node);
}

/** Draw all clocks as they are now, say what is to be said, and come again when a figure changes. */
function tick(strip) {
  clearTimeout(strip.timer);
  if (!strip.shown) return;
  const { terms, rows, seat } = strip.shown;
  const { now, state } = present(strip);
  const found = new Map([...strip.faces].map(([number, face]) => {
    const row = rows.find((one) => one.seat === number) ?? { seat: number, left: terms.bank * SECOND, grace: 0 };
    return [number, face.draw(row, now, { terms, state })];
  }));
  tell(strip, state);
  if (state !== "live") return;
  if (found.has(seat)) call(strip, found.get(seat));
  askWhenOver(strip, rows, now);
  const wait = Math.min(...[...found.values()].map(untilItMoves));
  if (wait < Infinity) strip.timer = setTimeout(() => tick(strip), Math.max(wait, LEAST));
}

/** The time that the clocks show, and whether it is "live"; they stand still when looking back, and when the line is lost or being checked. */
function present(strip) {
  const { past, at } = strip.shown;
  if (past) return { now: at, state: "past" };
  const { kind } = lineState();
  if (kind === "live") strip.heardAt = serviceNow();
  return { now: strip.heardAt, state: ["live", "checking"].includes(kind) ? kind : "lost" };
}

const untilItMoves = ({ runs, rests, all, grace, left }) => (runs && all > 0 ? untilNextFigure(rests || grace || left) : Infinity);

/** Say the viewer's own time at the few moments that matter, and ring once when it is nearly out. */
function call(strip, { all, runs }) {
  const { t, shell, ring, shown, before: last } = strip;
  strip.before = runs ? all : null;
  if (!runs || last === null) return;
  const limit = passed(last, all);
  if (limit !== null) shell.announce(t("You have {time} left.", { time: inWords(t, Math.ceil(all / SECOND) * SECOND) }));
  const alarm = alarmAt(shown.terms);
  if (all <= alarm && alarm < last) ring();
}

function tell({ t, note, shown: { doc, rows, seat } }, state) {
  const runs = rows.some((row) => row.seat === seat && row.since !== undefined);
  const text = state === "lost" ? [runs && t("Your clock is running."), t("The clocks shown here stand still until the connection is back.")].filter(Boolean).join(" ") : state === "past" ? "" : halted(t, doc);
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
