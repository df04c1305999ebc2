// A new game, or a tournament of several: the ruleset, the seats, the options.
import { me } from "../account/me.js";
import { clockForm } from "../clock/form.js";
import { button, field, h, on, pageLink, select, show } from "../ui.js";
import { remember, remembered } from "../memory.js";
import { said } from "../i18n.js";
import { schemaForm } from "../schemaform.js";
import { BOT_KINDS, playerName, startGame } from "../starting.js";
import { startCup } from "../cups.js";

const TOLD = {
  visibility: "Everybody may watch, or only those at the table.",
  undo: "Free: as long as nobody else has acted and nothing was drawn or shown. With consent: further back, if all agree.",
};
const GAMES = { min: 2, max: 100, value: 3 };

/** `tournament`: create several games of the same players. */
export async function open(root, shell, { query, tournament = false }) {
  const meeting = query.get("meeting") ?? undefined;
  const rulesets = await shell.rulesets.all();
  const first = rulesets.find(({ id }) => id === query.get("ruleset")) ?? rulesets[0];
  shell.title(shell.t(tournament ? "New tournament" : "New game"));
  await draw(root, shell, rulesets, first, { tournament, meeting });
}

async function draw(root, shell, rulesets, chosen, { tournament, meeting }) {
  const { t, lang } = shell;
  const ruleset = await shell.rulesets.one(chosen.id);
  const choice = select("ruleset", rulesets.map((one) => [one.id, said(one.name, lang)]), chosen.id);
  on(choice, "change", () => draw(root, shell, rulesets, rulesets.find(({ id }) => id === choice.value), { tournament, meeting }));
  const parts = formParts(t, ruleset, { tournament, meeting }, await clockForm(t, tournament));
  const form = h("form", { class: "card new-game" }, [
    h("h1", {}, t(tournament ? "New tournament" : "New game")),
    meeting && h("p", { class: "muted", id: "of-meeting" }, pageLink(`/meetings/${meeting}`, t("For this meeting, whose referees settle its disputes"))),
    tournament && h("p", { class: "muted" }, t("The same players at the same seats, game after game; the next one begins by itself.")),
    field(t("Game"), choice),
    parts.games && field(t("How many games"), parts.games),
    parts.name ? field(t("Your name"), parts.name) : h("p", { id: "plays-as" }, t("You play as {name}.", { name: me().name })),
    field(t("Seats"), parts.count),
    parts.seats.node,
    !parts.options.empty && h("fieldset", {}, h("legend", {}, t("Options")), parts.options.node),
    parts.clock.node,
    h("div", { class: "row" }, [explained(t, "visibility", field(t("Who may watch"), parts.visibility)), explained(t, "undo", field(t("Taking back"), parts.undo))]),
    parts.accounts && h("div", { class: "field" }, h("label", { class: "switch" }, parts.accounts, h("span", {}, t("Only people with an account"))), h("small", {}, t("Guests may watch, and cannot sit down."))),
    h("div", { class: "bar" }, button(t("Start"), () => submit(shell, ruleset, parts), { class: "btn primary", "data-do": "start" })),
  ]);
  on(form, "submit", (event) => event.preventDefault());
  root.replaceChildren(form);
}

function explained(t, name, node) {
  node.append(h("small", {}, t(TOLD[name])));
  return node;
}

function formParts(t, ruleset, { tournament, meeting }, clock) {
  const { min, max } = ruleset.seats;
  const numbers = Array.from({ length: max - min + 1 }, (_, i) => String(min + i));
  const count = select("seats", numbers.map((n) => [n, n]), numbers.includes("2") ? "2" : numbers[0]);
  const seats = seatChoices(t, meeting ? ["open", "open"] : ["me", "greedy"]);
  on(count, "change", () => seats.update(Number(count.value)));
  seats.update(Number(count.value));
  const name = me() ? null : h("input", { name: "name", maxlength: 60, value: playerName(t), autocomplete: "nickname" }); // an account sits down under its own
  const visibility = select("visibility", [["public", t("Everybody")], ["private", t("Players only")]], "public");
  const undo = select("undo", [["free", t("Free")], ["consent", t("With consent")], ["none", t("Not at all")]], "free");
  suggestUndo(undo, clock);
  const games = tournament ? h("input", { name: "games", type: "number", required: true, ...GAMES }) : null;
  const accounts = me() ? h("input", { type: "checkbox", name: "accounts" }) : null;
  return { meeting, games, accounts, name, count, seats, visibility, undo, clock, options: schemaForm(ruleset, t) };
}

/** With a clock nothing is taken back, unless somebody chooses otherwise. */
function suggestUndo(undo, clock) {
  let chosen = false;
  on(undo, "change", () => (chosen = true));
  clock.changed((timed) => !chosen && (undo.value = timed ? "none" : "free"));
}

/** One choice for each seat: me, anybody, or a bot. `usual`: that of the first seat, and of the others. */
function seatChoices(t, [first, others]) {
  const node = h("div", { class: "seat-choices" });
  const kinds = [["me", t("Me")], ["open", t("Open seat")], ...Object.entries(BOT_KINDS).map(([kind, label]) => [kind, t(label)])];
  const one = (n) => field(t("Seat {n}", { n }), select(`seat-${n}`, kinds, n === 1 ? first : others));
  const update = (count) => show(node, count, Array.from({ length: count }, (_, i) => one(i + 1)));
  const value = () => [...node.querySelectorAll("select")].map((choice) => choice.value);
  return { node, update, value };
}

async function submit(shell, ruleset, parts) {
  if (parts.name) remember("name", parts.name.value.trim() || remembered("name", ""));
  await shell.attempt(async () => {
    const wish = {
      ruleset: ruleset.id,
      seats: parts.seats.value(),
      options: parts.options.value(),
      visibility: parts.visibility.value,
      undo: parts.undo.value,
      clock: parts.clock.value(),
      meeting: parts.meeting,
      accounts: parts.accounts?.checked ? "required" : undefined,
    };
    if (!parts.games) return shell.go(`/games/${await startGame(shell.t, wish)}`);
    return shell.go(`/tournaments/${await startCup(shell.t, { ...wish, games: parts.games.valueAsNumber })}`);
  });
}
