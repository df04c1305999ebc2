// The lines of an analysis as a tree: the moves played, the alternatives, and notes on the way.
import { button, h, show } from "../ui.js";
import { get } from "../api.js";

/** {node, update(head)}; `refresh` reads the game again. */
export function linesPanel(shell, source, playhead, refresh) {
  const { t } = shell;
  const node = h("section", { class: "card lines-panel", id: "lines", "aria-label": t("Lines of play") });
  let lines = [];
  let known = 0;

  async function read(version) {
    known = version;
    const found = await get(`${source.path}/lines`, { token: source.token }).catch(() => null);
    if (!found) return;
    lines = found.lines;
    update(playhead.head);
  }

  const goOn = (version) => shell.attempt(async () => {
    await source.post("/lines", { to_version: version });
    await refresh();
  });

  function update(head) {
    const { doc } = head.now;
    if (doc.forked && doc.version !== known) void read(doc.version);
    node.hidden = !doc.forked || lines.length < 2;
    if (node.hidden) return;
    const mayGo = doc.viewer === "analyst" && !head.following;
    show(node, [shell.lang, lines, head.version, mayGo, head.now.notes.length], [
      h("h2", { class: "field-name" }, t("Lines of play")),
      tree(t, lines, head, playhead),
      mayGo && button(t("Continue from version {n}", { n: head.version }), () => goOn(head.version), { class: "btn small", id: "go-on" }),
    ]);
  }
  return { node, update };
}

const holds = (line, version) => line.first <= version && version <= line.to;

/** Each line below the one from which it branches. */
function tree(t, lines, head, playhead) {
  const below = (parent) => lines.filter((line) => parentOf(lines, line) === parent);
  const list = (parent) => {
    const children = below(parent);
    return children.length > 0 && h("ul", {}, children.map((line) => h("li", {}, lineOf(t, line, head, playhead), list(line))));
  };
  return h("div", { class: "line-tree" }, list(null));
}

function parentOf(lines, line) {
  return lines.find((other) => other !== line && other.first < line.first && holds(other, line.from)) ?? null;
}

function lineOf(t, line, { now, version }, playhead) {
  const noted = now.notes.filter((note) => holds(line, note.version)).length;
  const first = Math.min(line.first, line.to);
  const text = now.frames[first - 1]?.text ?? "";
  return button(
    [h("b", {}, `${first}–${line.to}`), h("span", { class: "text" }, text), noted > 0 && h("span", { class: "pill" }, t("{n} notes", { n: noted })), line.current && h("span", { class: "pill on" }, t("current"))],
    () => playhead.goTo(line.to),
    { class: "line-go", "aria-current": holds(line, version) && "step" },
  );
}
