// A picture of a position, drawn by the game's own board, without interaction.
import { h } from "../ui.js";
import { boardOf } from "../boards/index.js";

/** A figure with the board of a captured state; `label` describes it. */
export async function scene(shell, ruleset, name, label) {
  const { t, lang } = shell;
  const place = h("div", { class: "board scene-board", inert: true, "aria-hidden": "true" });
  const node = h("figure", { class: "scene", role: "img", "aria-label": label }, place);
  const [state, { mount }] = await Promise.all([read(name), boardOf(ruleset.id)]);
  mount(place, { still: true, act: async () => {}, t, announce() {} }).update({ ...state, ruleset, lang });
  return node;
}

async function read(name) {
  return (await fetch(new URL(`./scenes/${name}.json`, import.meta.url))).json();
}
