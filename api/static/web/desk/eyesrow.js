// Boards side by side: the public view, and under a release those of its seats, at the versions that it covers. A seat's view is
// shown once the referee has said so in the log.
import { button, field, h, on, select } from "../ui.js";
import { seatName } from "../standings.js";
import { eyes } from "../game/viewpoint.js";
import { chooseBarred } from "../game/whynot.js";
import { lentAt, lentTo } from "./lent.js";

const OWN = "";

/**
 * {node, update(doc), look(version), destroy()}; `doc` is the case: its releases determine the viewpoints. `views` asks from a
 * seat's (seatview.js), `read(release, seat)` records a reading.
 */
export function eyesRow(shell, { ruleset, source, role, seats, views, read }) {
  const { t } = shell;
  const node = h("div", { class: "eyes-row" });
  const state = { key: null, version: null, lent: [], boards: [] };
  const ownLabel = role.startsWith("seat:") ? t("The board as you see it") : t("The board as everybody sees it");

  async function update(doc) {
    const lent = lentTo(doc, role);
    const key = JSON.stringify(lent);
    if (key === state.key) return;
    Object.assign(state, { key, lent });
    end();
    const released = [...new Set(lent.map(({ seat }) => seat))];
    const chosen = released.length === 0 ? [OWN] : released.length === 1 ? [OWN, ...released] : released.slice(0, 2);
    state.boards = await Promise.all(chosen.map((seat) => oneBoard(released, seat)));
    node.replaceChildren(...state.boards.map((board) => board.node));
    if (state.version) await look(state.version);
  }

  /** A board with a choice of viewpoints, if there are several. */
  async function oneBoard(released, seat) {
    const names = [[OWN, t("everybody")], ...released.map((one) => [one, `${one}: ${seatName(t, seats(), one)}`])];
    const choice = select("as", names, seat);
    const board = await eyes(shell, ruleset, ownLabel, (action) => void shell.attempt(() => views.why(state.version, Number(choice.value), action), ruleset.clauses));
    const ask = button(t("Why can't this seat…?"), async () => (await chooseBarred(t, board.place, t("Why can't this seat…?")))?.dispatchEvent(new MouseEvent("click", { bubbles: true })), { class: "btn small quiet", "data-do": "why-not", hidden: true });
    const withheld = h("div", { class: "withheld-view", hidden: true });
    const one = { seat: () => choice.value, board, ask, withheld, node: h("div", { class: "eyes-one" }, [released.length > 0 && field(t("Seen as"), choice), withheld, board.node, ask]) };
    on(choice, "change", () => shell.attempt(() => fill(one, state.version)));
    return one;
  }

  async function fill(one, version) {
    const seat = one.seat() === OWN ? null : Number(one.seat());
    const lent = seat === null ? null : lentAt(state.lent, seat, version);
    const seen = seat === null || Boolean(lent?.read);
    one.withheld.hidden = seen;
    one.board.node.hidden = !seen;
    one.ask.hidden = true;
    one.board.label(seat === null ? ownLabel : t("The board as {who} sees it", { who: seatName(t, seats(), seat) }));
    if (!seen) return one.withheld.replaceChildren(...unseen(lent, seat));
    const [doc, asked] = await Promise.all([views.stateAt(version, seat), seat === null ? undefined : asking(version, seat)]);
    if (version !== state.version) return;
    one.board.update(doc, source.events.slice(version - 1, version), asked);
    one.ask.hidden = !one.board.place.querySelector(".why[aria-label]");
  }

  /** What its board may be asked about: the seat's legal actions at the version. */
  async function asking(version, seat) {
    const { actions, prompt = null } = await views.legalAt(version, seat);
    return { legal: actions, prompt, seat };
  }

  /** Why a seat's view is not shown, and how it would be. */
  function unseen(lent, seat) {
    if (!lent) return [h("p", { class: "muted" }, t("This viewpoint is not released for this version."))];
    const who = seatName(t, seats(), seat);
    return [
      h("p", { class: "muted" }, t("You may look from the viewpoint of {who}. That you did will be in the log, for everybody to see.", { who })),
      button(t("Look from the viewpoint of {who}", { who }), () => read(lent.release, seat), { class: "btn", "data-do": `read-${seat}` }),
    ];
  }

  async function look(version) {
    state.version = version;
    await Promise.all(state.boards.map((one) => fill(one, version)));
  }

  const end = () => state.boards.splice(0).forEach(({ board }) => board.destroy());
  return { node, update, look, destroy: end };
}
