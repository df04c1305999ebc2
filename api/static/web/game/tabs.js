// The panels beside the board: one is visible at a time, chosen by click or by arrow keys.
import { h, on } from "../ui.js";

export function tabs(t) {
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": t("Beside the board") });
  const body = h("div", { class: "tab-body" });
  const all = new Map();

  function open(name) {
    for (const [other, { tab, panel }] of all) {
      tab.setAttribute("aria-selected", other === name);
      tab.tabIndex = other === name ? 0 : -1;
      panel.hidden = other !== name;
    }
  }

  function add(name, label, content) {
    const panel = h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, content);
    const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }, label);
    on(tab, "click", () => open(name));
    all.set(name, { tab, panel });
    bar.append(tab);
    body.append(panel);
    open(all.keys().next().value);
  }

  on(bar, "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = [...all.keys()];
    const next = names[(names.findIndex((name) => all.get(name).tab === document.activeElement) + by + names.length) % names.length];
    open(next);
    all.get(next).tab.focus();
  });
  return { node: h("div", {}, bar, body), add, open };
}
