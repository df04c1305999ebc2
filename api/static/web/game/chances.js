// What the decisions of a game were worth: each seat's chance to win over the versions, below the line of these.
import { button, h, on, show } from "../ui.js";
import { get } from "../api.js";
import { s } from "../boards/parts/dom.js";
import { curve, HIGH, WIDE } from "./curve.js";
import { isOver, seatName } from "../standings.js";

const AGAIN = 3000;

/** {node, update(head), ask(), found(), end()}; `changed()` is called when something else is found. */
export function chancesPanel(shell, source, playhead, changed) {
  const { t } = shell;
  const node = h("section", { class: "card chances-panel", id: "chances", "aria-label": t("Chances to win") });
  /** What is known is not asked for before somebody wants it: that there is none yet would be an error in the browser's eyes. */
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
    if (node.hidden) return;
    show(node, [shell.lang, found.status, found.progress, found.moments?.length, head.now.doc.seats], shown(head));
    if (found.status === "done") place(node, head, found);
  }

  function shown(head) {
    if (found.status === "done") return content(shell, found, head.now, playhead);
    if (found.status === "unasked" || found.status === "failed") return [button(t("Chances and turning points"), ask, { class: "btn small", id: "analyse" })];
    const percent = new Intl.NumberFormat(t.lang, { style: "percent" }).format(found.progress);
    return [h("p", { class: "muted", role: "status" }, t("The chances are being worked out: {percent}", { percent }))];
  }

  return { node, update, ask, found: () => found, end: () => clearTimeout(timer) };
}

/** The curve, with a mark where one looks; a click on it goes there. */
function content({ t }, found, { doc }, playhead) {
  const name = (seat) => seatName(t, doc.seats, seat);
  const [graph, turnings] = curve(t, found, name, playhead.goTo, doc.version);
  graph.append(s("path", { class: "here" }));
  on(graph, "click", ({ clientX }) => {
    const { left, width } = graph.getBoundingClientRect();
    return playhead.goTo(Math.round(((clientX - left) / width) * doc.version));
  });
  const seats = doc.seats.map(({ seat }) => h("li", { class: `seat-${seat}`, "data-seat": seat }, h("span", { class: "dot", "aria-hidden": "true" }), name(seat), " ", h("b", {})));
  return [h("h2", { class: "field-name" }, t("Chances to win")), graph, h("ul", { class: "chance-now" }, seats), turnings];
}

/** Where one looks, and the figures there. */
function place(node, { version, now }, found) {
  node.querySelector(".here")?.setAttribute("d", `M${((version / now.doc.version) * WIDE).toFixed(1)} 0V${HIGH}`);
  const chances = chancesAt(found, version, now.doc.version);
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  for (const item of node.querySelectorAll(".chance-now li")) item.querySelector("b").textContent = chances ? percent.format(chances[item.dataset.seat] ?? 0) : "–";
}

/** Those of the decision that was made last by then; at the end the result. */
function chancesAt({ moments, result }, version, last) {
  if (version === last && result) return result;
  return (moments.findLast((moment) => moment.version <= version) ?? moments[0])?.chances;
}
