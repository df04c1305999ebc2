// Two boards side by side, each from one viewpoint, at the current version. Each is requested separately, so
// no secrets pass from one to the other.
import { get } from "../api.js";
import { eyes } from "./viewpoint.js";
import { tokenFor, tokensOf } from "../memory.js";
import { hasBegun, isOpen, isOver, numbered, seatName, seatOf } from "../standings.js";
import { button, field, h, on, select, show } from "../ui.js";
import { openDrawer } from "./layout.js";
import { pastStates } from "./states.js";

const EVERYBODY = "spectator";

/**
 * {node, toggle, update(head)}: `toggle` is the button that shows them in place of the board (`board()`). The viewpoints are everybody's, those of
 * the seats whose tokens this browser has, and those of all seats when the game is over.
 */
export function sideBySide(shell, { id, source, ruleset, board }) {
  const { t } = shell;
  const node = h("section", { class: "side-by-side", hidden: true, "aria-label": t("Side by side") });
  const toggle = button(t("Side by side"), () => shell.attempt(() => (node.hidden ? open() : close())), { class: "btn quiet", id: "side-by-side", "aria-pressed": "false", hidden: true });
  let boards = [];
  let head = null;

  const seats = ({ doc }) => (isOver(doc) ? doc.seats.map(({ seat }) => `seat:${seat}`) : Object.keys(tokensOf(id)).filter((role) => seatOf(role) !== null).sort());
  const name = (role) => (role === EVERYBODY ? t("everybody") : numbered(t, head.doc.seats, seatOf(role)));
  const possible = () => [...seats(head.now), ...(isOpen(head.now.doc) ? [EVERYBODY] : [])];

  async function open() {
    const roles = possible();
    boards = await Promise.all([roles[0], roles[1]].map(oneBoard));
    node.replaceChildren(h("h2", { class: "vh" }, t("Side by side")), ...boards.map((one) => one.node));
    set(true);
    closeDrawer();
    await Promise.all(boards.map((one) => one.look()));
  }

  async function close() {
    set(false);
    closeDrawer();
    for (const { end } of boards.splice(0)) end();
    node.replaceChildren();
  }

  function set(visible) {
    node.hidden = !visible;
    board().hidden = visible;
    toggle.setAttribute("aria-pressed", String(visible));
  }

  /** On a phone the button is in a drawer over the boards. */
  function closeDrawer() {
    const drawer = openDrawer();
    if (!drawer) return;
    drawer.click();
    drawer.focus();
  }

  async function oneBoard(first) {
    const drawn = await eyes(shell, ruleset, "");
    const choice = select("as", [], "");
    let read = reader(first);
    const offer = (roles, chosen = choice.value) => {
      show(choice, roles, roles.map((role) => h("option", { value: role }, name(role))));
      choice.value = chosen;
    };
    offer(possible(), first);
    const look = async () => {
      const [version, reading] = [head.version, read];
      const doc = await reading(version);
      if (reading !== read || version !== head.version || node.hidden) return;
      const who = choice.value === EVERYBODY ? t("The board as everybody sees it") : t("The board as {who} sees it", { who: seatName(t, doc.seats, seatOf(choice.value)) });
      drawn.label(who);
      drawn.update(doc, []);
    };
    on(choice, "change", () => shell.attempt(() => ((read = reader(choice.value)), look())));
    return { node: h("div", { class: "eyes-one" }, field(t("Seen as"), choice), drawn.node), look, offer, end: drawn.destroy };
  }

  /** The positions from this viewpoint: requested without a token if everything is open, otherwise with one of theirs. */
  function reader(role) {
    const read = (rest) => {
      const lent = role !== EVERYBODY && isOver(head.now.doc);
      return get(`${source.path}${rest}${lent ? `&as=${role}` : ""}`, { token: lent ? source.token : role === EVERYBODY ? undefined : tokenFor(id, role) });
    };
    return pastStates(read, () => head.now.doc.version, () => head.now.doc.document_revision);
  }

  function update(now) {
    const before = head;
    head = { ...now };
    toggle.hidden = node.hidden && (possible().length < 2 || !hasBegun(head.doc));
    for (const { offer } of boards) offer(possible());
    if (!node.hidden && before?.version !== head.version) void shell.attempt(() => Promise.all(boards.map((one) => one.look())));
  }

  return { node, toggle, update };
}
