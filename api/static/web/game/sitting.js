// The form with which somebody sits down: a name, and one button. The name is the one of last time, and free at this table.
import { button, field, h, on, pageLink } from "../ui.js";
import { remember } from "../memory.js";

/**
 * {node, name(), offer(name)}: `offer` fills in a name, as long as nobody has typed another. `sit()` takes the seat; `places`: where to choose
 * among seats; `ruleset` leads to its rules, `watch` is the address for whoever only wants to watch.
 */
export function sittingForm(shell, { sit, ruleset, places = null, watch = null }) {
  const { t } = shell;
  const input = h("input", { name: "name", maxlength: 60, autocomplete: "nickname", class: "seat-input" });
  let offered = "";
  const offer = (name) => {
    if (input.value === offered) input.value = name;
    offered = name;
  };
  const name = () => {
    const typed = input.value.trim();
    if (typed && typed !== offered) remember("name", typed);
    return typed;
  };
  const form = h("form", { class: "sitting" }, [
    places,
    field(t("Your name"), input),
    h("div", { class: "bar" }, [
      button(t("Sit down"), sit, { class: "btn primary", "data-do": "sit" }),
      pageLink(`/rules/${ruleset}`, t("The rules"), { class: "btn" }),
      watch && pageLink(watch, t("Only watch"), { class: "btn quiet", "data-do": "watch" }),
    ]),
  ]);
  on(form, "submit", (event) => {
    event.preventDefault();
    form.querySelector("[data-do=sit]").click();
  });
  return { node: form, name, offer };
}
