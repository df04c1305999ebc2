// The value of a game's decisions: each seat's chance to win over the versions, above the lines of the analysis.
import { button, h, on, show } from "../ui.js";
import { get } from "../api.js";
import { s } from "../boards/parts/dom.js";
import { curve, HIGH, WIDE } from "./curve.js";
import { isOver, seatName } from "../standings.js";

const AGAIN = 3000;

/** {node, update(head), ask(), found(), end()}; `changed()` is called when the result changes. */
export function chancesPanel(shell, source, playhead, changed) {
  const { t } = shell;
  const node = h("section", { class: "card chances-panel", id: "chances", "aria-label": t("Chances to win") });
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
    if (node.hidden) return;
    show(node, [shell.lang, found.status, found.progress, found.moments?.length, head.now.doc.seats], render(head));
    if (found.status === "done") place(node, head, found);
  }

  function render(head) {
    if (found.status === "done") return content(shell, found, head.now, playhead);
    if (found.status === "unasked" || found.status === "failed") return [button(t("Chances and turning points"), ask, { class: "btn small", id: "analyse" })];
    const percent = new Intl.NumberFormat(t.lang, { style: "percent" }).format(found.progress);
    return [h("p", { class: "muted", role: "status" }, t("The chances are being worked out: {percent}", { percent }))];
  }

  return { node, update, ask, found: () => found, end: () => clearTimeout(timer) };
}

/** The curve, with a mark at the current version; a click goes to a version. */
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

/** The current version, and its numbers. */
function place(node, { version, now }, found) {
  node.querySelector(".here")?.setAttribute("d", `M${((version / now.doc.version) * WIDE).toFixed(1)} 0V${HIGH}`);
  const chances = chancesAt(found, version, now.doc.version);
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  for (const item of node.querySelectorAll(".chance-now li")) item.querySelector("b").textContent = chances ? percent.format(chances[item.dataset.seat] ?? 0) : "–";
}

/** The numbers of the last decision until then; at the end the result. */
function chancesAt({ moments, result }, version, last) {
  if (version === last && result) return result;
  return (moments.findLast((moment) => moment.version <= version) ?? moments[0])?.chances;
}
