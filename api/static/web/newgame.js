// A new game: which one, who sits where, under which options.
import { button, field, h, on, select, show } from "./ui.js";
import { remember, remembered } from "./memory.js";
import { said } from "./i18n.js";
import { schemaForm } from "./schemaform.js";
import { playerName, startGame } from "./starting.js";

export async function open(root, shell, { query }) {
  const rulesets = await shell.rulesets.all();
  const first = rulesets.find(({ id }) => id === query.get("ruleset")) ?? rulesets[0];
  shell.title(shell.t("New game"));
  await draw(root, shell, rulesets, first);
}

async function draw(root, shell, rulesets, chosen) {
  const { t, lang } = shell;
  const ruleset = await shell.rulesets.one(chosen.id);
  const choice = select("ruleset", rulesets.map((one) => [one.id, said(one.name, lang)]), chosen.id);
  on(choice, "change", () => draw(root, shell, rulesets, rulesets.find(({ id }) => id === choice.value)));
  const parts = formParts(t, ruleset);
  const form = h("form", { class: "card new-game" }, [
    h("h1", {}, t("New game")),
    field(t("Game"), choice),
    field(t("Your name"), parts.name),
    field(t("Seats"), parts.count),
    parts.seats.node,
    !parts.options.empty && h("fieldset", {}, h("legend", {}, t("Options")), parts.options.node),
    h("div", { class: "row" }, [field(t("Who may watch"), parts.visibility), field(t("Taking back"), parts.undo)]),
    h("div", { class: "bar" }, button(t("Start"), () => submit(shell, ruleset, parts), { class: "btn primary", "data-do": "start" })),
  ]);
  on(form, "submit", (event) => event.preventDefault());
  root.replaceChildren(form);
}

function formParts(t, ruleset) {
  const { min, max } = ruleset.seats;
  const numbers = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
  const count = select("seats", numbers.map((n) => [n, n]), numbers.includes("2") ? "2" : numbers[0]);
  const seats = seatChoices(t);
  on(count, "change", () => seats.update(Number(count.value)));
  seats.update(Number(count.value));
  const name = h("input", { name: "name", maxlength: 60, value: playerName(t), autocomplete: "nickname" });
  const visibility = select("visibility", [["public", t("Everybody")], ["private", t("Players only")]], "public");
  const undo = select("undo", [["free", t("Free")], ["consent", t("With consent")], ["none", t("Not at all")]], "free");
  return { name, count, seats, visibility, undo, options: schemaForm(ruleset.options, t) };
}

/** One choice for each seat: me, anybody, or a bot. */
function seatChoices(t) {
  const node = h("div", { class: "seat-choices" });
  const kinds = [["me", t("Me")], ["open", t("Open seat")], ["greedy", t("Bot, thoughtful")], ["search", t("Bot, looking ahead")], ["random", t("Bot, random")]];
  const one = (n) => field(t("Seat {n}", { n }), select(`seat-${n}`, kinds, n === 1 ? "me" : "greedy"));
  const update = (count) => show(node, count, Array.from({ length: count }, (_, i) => one(i + 1)));
  const value = () => [...node.querySelectorAll("select")].map((choice) => choice.value);
  return { node, update, value };
}

async function submit(shell, ruleset, parts) {
  remember("name", parts.name.value.trim() || remembered("name", ""));
  await shell.attempt(async () => {
    const id = await startGame(shell.t, {
      ruleset: ruleset.id,
      seats: parts.seats.value(),
      options: parts.options.value(),
      visibility: parts.visibility.value,
      undo: parts.undo.value,
    });
    await shell.go(`/games/${id}`);
  });
}
