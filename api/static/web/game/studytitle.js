// The title of an analysis, and a form for its analyst.
import { button, h, show } from "../ui.js";

const LONGEST = 100;

/** {node, update(head)}; `refresh` reads the game again, with its title. */
export function studyTitle(shell, source, refresh) {
  const { t, lang } = shell;
  const node = h("div", { class: "study-title", id: "study-title" });

  const save = (title) => shell.attempt(async () => {
    await source.entitle(title);
    await refresh();
    shell.announce(t("The title is saved."));
  });

  function update({ now: { doc, title } }) {
    node.hidden = !doc.forked;
    const writes = doc.viewer === "analyst";
    show(node, [lang, title, writes], writes ? form(t, title, save) : title && h("h2", {}, title));
  }
  return { node, update };
}

function form(t, title, save) {
  const text = h("input", { class: "wide", maxlength: LONGEST, id: "title", value: title });
  return [
    h("label", { class: "field" }, h("span", { class: "field-name" }, t("Title of this analysis")), text),
    button(t("Save the title"), () => save(text.value), { class: "btn small", "data-do": "title" }),
  ];
}
