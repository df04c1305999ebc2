// The form with which somebody sits down: a name, and one button. The name is the one of last time, and free at this table.
import { button, field, h, on, pageLink } from "../ui.js";
import { remember } from "../memory.js";

/**
 * {node, name(), offer(name, as)}: `offer` fills in a name, as long as nobody has typed another; `as` is the account that sits down, if one does. `sit()` takes the seat; `places`: where to choose
 * among seats; `ruleset` leads to its rules, `watch` is the address for whoever only wants to watch.
 */
export function sittingForm(shell, { sit, ruleset, places = null, watch = null }) {
  const { t } = shell;
  const input = h("input", { name: "name", maxlength: 60, autocomplete: "nickname", class: "seat-input" });
  const typed = field(t("Your name"), input);
  const account = h("p", { class: "sits-as", hidden: true });
  let offered = "";
  const offer = (name, as = null) => {
    typed.hidden = as !== null;
    account.hidden = as === null;
    if (as) account.textContent = t("You sit down as {name}.", { name: as.name });
    if (input.value === offered) input.value = name;
    offered = name;
  };
  const name = () => {
    const given = input.value.trim();
    if (given && given !== offered) remember("name", given);
    return given;
  };
  const form = h("form", { class: "sitting" }, [
    places,
    typed,
    account,
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
