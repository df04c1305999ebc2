// The moment at which a game turned most: a small picture of it, and what happened to the chances.
import { button, h, on } from "../ui.js";
import { pictureOf } from "../boardpicture.js";
import { isOpen, seatName } from "../standings.js";
import { curve } from "./curve.js";

/** {version, seat, from, to, error}: the largest change of a seat's chances beyond doubt; null without one. */
export function turnOf({ moments, result }) {
  const changes = moments.flatMap((moment, i) => {
    const then = moments[i + 1];
    const after = then?.chances ?? result;
    return after && (moment.turning || moment.luck?.beyond_doubt) ? [change(moment, after, Math.max(errorOf(moment), errorOf(then)))] : [];
  });
  return changes.sort((one, other) => size(other) - size(one))[0] ?? null;
}

const errorOf = (moment) => moment?.estimate?.error ?? 0;
const size = ({ from, to }) => Math.abs(to - from);

/** Of a decision the change for who made it, of luck that for the seat that it changed most. */
function change({ version, turning, seat, chances }, after, error) {
  const seats = turning ? [String(seat)] : Object.keys(chances);
  const found = seats.map((one) => ({ version, seat: Number(one), from: chances[one], to: after[one], error }));
  return found.sort((one, other) => size(other) - size(one))[0];
}

/** What is known of it, or a button that asks; `goTo(version)` shows it. */
export function turningPoint({ t }, { id, doc, now, seat, chances, goTo }) {
  const found = chances.found();
  if (found.status === "unasked" || found.status === "failed") return button(t("Find the turning point"), chances.ask, { class: "btn quiet turning-ask", "data-do": "analyse" });
  if (found.status !== "done") return note(t("The chances are being worked out: {percent}", { percent: percent(t, found.progress) }));
  const turn = turnOf(found);
  if (!turn) return note(t("No single moment turned this game beyond doubt."));
  const { version, text } = happened(now.frames, turn.version);
  return button([
    isOpen(doc) ? picture(t, id, version) : curve(t, found, (number) => seatName(t, doc.seats, number)),
    h("span", { class: "turning-said" }, h("strong", {}, t("The turning point")), h("span", {}, text), h("span", { class: "muted" }, chance(t, doc, turn, seat))),
  ], () => goTo(version), { class: "turning-point", "data-turning": version });
}

const note = (text) => h("p", { class: "muted turning-note", role: "status" }, text);

/** The end of the action that begins after a version, and the sentence that sums it up. */
function happened(frames, version) {
  const action = frames.filter((frame) => frame.version > version && frame.action === frames[version]?.action);
  const said = action.findLast(({ headline }) => headline) ?? action[0] ?? frames[version - 1];
  return { version: action.at(-1)?.version ?? version, text: said.text };
}

/** A picture that does not arrive leaves its place. */
function picture(t, id, version) {
  const node = h("img", { src: pictureOf(t, id, version, "svg"), alt: "", width: 160, height: 100 });
  return on(node, "error", () => node.remove());
}

function chance(t, { seats }, { seat: whose, from, to, error }, seat) {
  const values = { name: seatName(t, seats, whose), from: percent(t, from), to: percent(t, to), error: Math.round(100 * error) };
  if (whose === seat) return to < from ? t("Your chance to win fell from {from} to {to} (± {error} points).", values) : t("Your chance to win rose from {from} to {to} (± {error} points).", values);
  return to < from ? t("{name}'s chance to win fell from {from} to {to} (± {error} points).", values) : t("{name}'s chance to win rose from {from} to {to} (± {error} points).", values);
}

const percent = (t, share) => new Intl.NumberFormat(t.lang, { style: "percent" }).format(share);
