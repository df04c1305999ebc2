// The forms of the desk: a text, perhaps with more fields, submitted once.
import { button, h, on } from "../ui.js";

const LETTERS = 4000;

/** A text field with a counter of the remaining characters. */
export function prose({ t }, name, label, hint = "") {
  const left = h("small", { class: "muted" });
  const area = h("textarea", { name, rows: 5, maxlength: LETTERS, required: true });
  const count = () => (left.textContent = t("{n} of 4000 letters left", { n: LETTERS - area.value.length }));
  on(area, "input", count);
  count();
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), hint && h("small", {}, hint), area, left);
}

/** Clauses to cite, from those of the game: chosen in a list, shown as removable chips. demand(true): at least one is needed. */
export function clauseChoice({ t }, clauses, chosen = []) {
  const cited = new Set(chosen);
  const marks = h("span", { class: "cites chosen" });
  const input = h("input", { list: "case-clauses", name: "clause", autocomplete: "off", spellcheck: "false", placeholder: t("Clause, such as {id}", { id: clauses[0]?.id ?? "" }), "aria-label": t("Clauses") });
  const known = h("datalist", { id: "case-clauses" }, clauses.map(({ id }) => h("option", { value: id })));
  let demanded = false;
  const demand = (wanted = demanded) => {
    demanded = wanted;
    input.setCustomValidity(demanded && cited.size === 0 ? t("Cite the clause on which this rests.") : "");
  };
  const draw = () => (demand(), marks.replaceChildren(...[...cited].map((id) => button(`${id} ×`, () => (cited.delete(id), draw()), { class: "cite", "data-clause": id, "aria-label": t("Do not cite {id}", { id }) }))));
  const add = () => {
    const id = input.value.trim();
    if (!clauses.some((one) => one.id === id)) return;
    cited.add(id);
    input.value = "";
    draw();
  };
  on(input, "change", add);
  draw();
  const node = h("div", { class: "field" }, h("span", { class: "field-name" }, t("Clauses")), h("div", { class: "row" }, input, marks), known);
  return { node, cited: () => [...cited], demand };
}

/**
 * A form of the desk. `send(form)` submits it; the browser itself asks for missing fields. `second` is a button for the other choice, which
 * needs no fields.
 * @param {{title: string, label: string, id: string, primary?: boolean, second?: {label: string, id: string, send: () => Promise<any>}}} what
 */
export function deskForm({ title, label, id, primary = true, second }, content, send) {
  const form = h("form", { class: "card case-part desk-form", id, "aria-label": title }, [
    h("h2", {}, title),
    ...content,
    h("div", { class: "bar" }, [
      button(label, () => form.reportValidity() && send(form), { class: primary ? "btn primary" : "btn", "data-do": id }),
      second && button(second.label, second.send, { class: "btn", "data-do": second.id }),
    ]),
  ]);
  return on(form, "submit", (event) => {
    event.preventDefault();
    form.querySelector(`[data-do=${id}]`).click();
  });
}

export const valueOf = (form, name) => form.elements[name].value.trim();
