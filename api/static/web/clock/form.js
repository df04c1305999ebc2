// The clock of a new game or tournament: none, one of the presets, or terms of one's own.
import { get } from "../api.js";
import { said } from "../i18n.js";
import { field, h, on, select, show } from "../ui.js";
import { termList } from "./terms.js";
import { kindOfClock } from "./time.js";

const UNITS = [["1", "seconds"], ["60", "minutes"], ["3600", "hours"], ["86400", "days"]];
const OWN = "own";
/**
 * What may be entered: the member, its label, its number and unit at first.
 * @type {[string, string, string, string][]}
 */
const TIMES = [
  ["bank", "Time for the whole game", "10", "60"],
  ["increment", "Added after each turn", "5", "1"],
  ["grace", "Free at the start of each turn", "0", "1"],
  ["most", "A clock then holds at most", "", "60"],
  ["start_within", "Ready to start within", "", "60"],
];

/** {node, value(), changed(run)}: value() is the member `clock` of the request, undefined for a game without one. */
export async function clockForm(t, tournament) {
  const presets = await get("/v1/clocks").then(({ clocks }) => clocks, () => []);
  const choices = [["", t("Without a clock")], ...presets.map(({ id, name }) => [id, said(name, t.lang)]), [OWN, t("Terms of your own…")]];
  const choice = select("clock", choices, "");
  const own = ownTerms(t, tournament);
  const words = h("div", { class: "clock-words", role: "status" });
  const value = () => (choice.value === OWN ? own.value() : presets.find(({ id }) => id === choice.value)?.clock);
  const node = h("fieldset", { class: "clock-form" }, [h("legend", {}, t("Clock")), field(t("Time to play"), choice), own.node, words]);
  const say = () => {
    own.node.hidden = choice.value !== OWN;
    const terms = value();
    show(words, [t.lang, terms ?? null], terms ? termList(t, withDefaults(terms, tournament)) : h("p", { class: "muted" }, t("Nobody is hurried: each turn takes as long as it takes.")));
  };
  on(node, "input", say);
  say();
  return { node, value, changed: (run) => on(choice, "input", () => run(choice.value !== "")) };
}

/** What the service takes for terms that are not given; who wins when time runs out depends on the game. */
function withDefaults(terms, tournament) {
  const begin = kindOfClock(terms) === "daily" ? 86_400 : 120;
  return { start_within: begin, organiser_stops: tournament, ...terms };
}

function ownTerms(t, tournament) {
  const times = TIMES.map(([name, label, amount, unit]) => ({ name, ...duration(t, name, t(label), amount, unit) }));
  const out = select("on_time_out", [["", t("As usual for this game")], ["forfeit", t("The player loses.")], ["bot", t("A bot plays on for the player, who may come back three times.")]], "");
  const stops = h("input", { type: "checkbox", name: "organiser_stops", checked: tournament });
  const node = h("div", { class: "clock-own", hidden: true }, [
    times.map((one) => one.node),
    field(t("When time runs out"), out),
    h("label", { class: "switch" }, stops, h("span", {}, t("The organiser may stop a running game"))),
  ]);
  const value = () => ({
    bank: 0,
    ...Object.fromEntries(times.map(({ name, read }) => [name, read()]).filter(([, seconds]) => seconds !== null)),
    ...(out.value ? { on_time_out: out.value } : {}),
    organiser_stops: stops.checked,
  });
  return { node, value };
}

/** A number and its unit; read() is in seconds, null if nothing is entered. */
function duration(t, name, label, amount, unit) {
  const number = h("input", { type: "number", name, min: 0, step: 1, value: amount, inputmode: "numeric", id: `clock-${name}` });
  const units = select(`${name}-unit`, UNITS.map(([size, word]) => [size, t(word)]), unit);
  units.setAttribute("aria-label", t("{what}: unit", { what: label }));
  const node = h("div", { class: "field" }, h("label", { class: "field-name", for: `clock-${name}` }, label), h("span", { class: "row" }, number, units));
  return { node, read: () => (number.value === "" ? null : number.valueAsNumber * Number(units.value)) };
}
