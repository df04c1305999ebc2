// Boards side by side: the public view, and under a release those of its seats, at the versions that it covers.
import { get } from "../api.js";
import { field, h, on, select } from "../ui.js";
import { seatName } from "../standings.js";
import { eyes } from "../game/viewpoint.js";

const OWN = "";

/** {node, update(doc), look(version), destroy()}; `doc` is the case: its releases determine the viewpoints. */
export function eyesRow(shell, { ruleset, source, role, seats }) {
  const { t } = shell;
  const node = h("div", { class: "eyes-row" });
  const state = { key: null, version: null, release: null, boards: [] };
  const ownLabel = role.startsWith("seat:") ? t("The board as you see it") : t("The board as everybody sees it");

  async function update(doc) {
    const release = doc.releases.find(({ referee, ended }) => ended === null && `referee:${referee}` === role) ?? null;
    const key = JSON.stringify(release && [release.version, release.seats]);
    if (key === state.key) return;
    Object.assign(state, { key, release });
    end();
    const chosen = release ? [...release.seats.slice(0, 2)] : [OWN];
    if (release && chosen.length === 1) chosen.unshift(OWN);
    state.boards = await Promise.all(chosen.map((seat) => oneBoard(release, seat)));
    node.replaceChildren(...state.boards.map((board) => board.node));
    if (state.version) await look(state.version);
  }

  /** A board with a choice of viewpoints, if there are several. */
  async function oneBoard(release, seat) {
    const board = await eyes(shell, ruleset, ownLabel);
    const withheld = h("p", { class: "muted", hidden: true }, t("This viewpoint is not released for this version."));
    const names = [[OWN, t("everybody")], ...(release?.seats ?? []).map((one) => [one, `${one}: ${seatName(t, seats(), one)}`])];
    const choice = select("as", names, seat);
    const one = { seat: () => choice.value, board, withheld, node: h("div", { class: "eyes-one" }, [release && field(t("Seen as"), choice), withheld, board.node]) };
    on(choice, "change", () => shell.attempt(() => fill(one, state.version)));
    return one;
  }

  async function fill(one, version) {
    const seat = one.seat();
    const about = state.release?.about;
    const lent = seat === OWN || (version >= about.from && version <= about.to);
    one.withheld.hidden = lent;
    one.board.node.hidden = !lent;
    one.board.label(seat === OWN ? ownLabel : t("The board as {who} sees it", { who: seatName(t, seats(), Number(seat)) }));
    if (!lent) return;
    const doc = seat === OWN ? await source.stateAt(version) : await get(`${source.path}/states/${version}?as=seat:${seat}`, { token: source.token });
    if (version === state.version) one.board.update(doc, source.events.slice(version - 1, version));
  }

  async function look(version) {
    state.version = version;
    await Promise.all(state.boards.map((one) => fill(one, version)));
  }

  const end = () => state.boards.splice(0).forEach(({ board }) => board.destroy());
  return { node, update, look, destroy: end };
}
