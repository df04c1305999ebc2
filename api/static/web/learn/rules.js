// The rules of a game in sections with pictures, its options, every clause; for reading and printing.
import { button, h, pageLink } from "../ui.js";
import { optionWords, optionsOf } from "../agreed.js";
import { said } from "../i18n.js";
import { emblem } from "../emblems.js";
import { loadStyle } from "../boards/parts/dom.js";
import { clauseParts } from "../game/clauses.js";
import { open as openNotFound } from "../notfound.js";
import { firstGame } from "./firstgame.js";
import { scene } from "./scene.js";
import { SCENES } from "./scenes.js";
import { titleOf } from "../rulesettitle.js";

export async function open(root, shell, { ruleset: id }) {
  const { t, lang } = shell;
  const rulesets = await shell.rulesets.all();
  await loadStyle("../learn/learn.css");
  if (!id) return index(root, shell, rulesets);
  if (!rulesets.some((one) => one.id === id)) return openNotFound(root, shell);
  const [ruleset, { sections }] = await Promise.all([shell.rulesets.one(id), shell.rulesets.primer(id)]);
  const name = titleOf(ruleset, lang);
  shell.title(t("Rules: {game}", { game: name }));
  const places = sections.map((one, i) => section(lang, one, i + 1));
  root.append(h("article", { class: "rules-page" }, [
    head(shell, ruleset, name),
    places,
    options(t, ruleset),
    clauses(shell, ruleset),
  ]));
  await Promise.all(sections.map(async ({ name: at, title, text }, i) => {
    const sceneName = SCENES.get(id)?.[at];
    if (sceneName) places[i].append(await scene(shell, ruleset, sceneName, `${said(title, lang)}. ${said(text, lang)}`));
  }));
  return null;
}

function index(root, shell, rulesets) {
  const { t, lang } = shell;
  shell.title(t("Learn a game"));
  root.append(h("div", { class: "places-head" }, h("h1", {}, t("Learn a game")), h("p", { class: "muted" }, t("The rules of each game in pictures, and a first game that teaches by doing."))));
  root.append(h("div", { class: "shelf" }, rulesets.map((ruleset) => h("article", { class: "box learn-box", "data-ruleset": ruleset.id }, [
    emblem(ruleset.id),
    h("h2", {}, titleOf(ruleset, lang)),
    blurb(lang, ruleset),
    firstGame(shell, ruleset.id),
    pageLink(`/rules/${ruleset.id}`, t("How it is played"), { class: "btn" }),
  ]))));
  return null;
}

/** The subject, length and weight of the game: two sentences. */
function blurb(lang, { about }) {
  return about.map((text) => h("p", {}, said(text, lang)));
}

function head(shell, ruleset, name) {
  const { t, lang } = shell;
  const { id, seats: { min, max } } = ruleset;
  const players = min === max ? t("{n} players", { n: min }) : t("{min} to {max} players", { min, max });
  return h("header", { class: "rules-head" }, [
    emblem(id),
    h("div", {}, [
      h("h1", {}, name),
      h("p", { class: "muted" }, players),
      blurb(lang, ruleset),
      h("div", { class: "bar no-print" }, [firstGame(shell, id), button(t("Print"), () => print(), { class: "btn" })]),
    ]),
  ]);
}

function section(lang, { title, text }, n) {
  return h("section", { class: "rules-section" }, h("div", {}, h("h2", {}, `${n}. ${said(title, lang)}`), h("p", {}, said(text, lang))));
}

function options(t, ruleset) {
  const texts = optionWords(ruleset, t);
  const all = optionsOf(ruleset).filter(([name]) => texts.text(name));
  if (all.length === 0) return null;
  return h("section", { class: "rules-options" }, [
    h("h2", {}, t("What can be agreed on")),
    h("dl", {}, all.map(([name, { default: usual, type }]) => [
      h("dt", {}, texts.name(name)),
      h("dd", {}, [texts.text(name), type !== "object" && h("small", { class: "muted" }, ` ${t("Usual: {value}", { value: texts.value(name, usual) })}`)]),
    ])),
  ]);
}

/** The exact rules; the table's own clauses follow the game's. */
function clauses(shell, { clauses: all }) {
  const { t } = shell;
  return h("details", { class: "rules-clauses" }, [
    h("summary", {}, h("h2", {}, t("Every clause"))),
    h("dl", { class: "rules" }, all.map((clause) => [h("dt", { id: clause.id }, h("code", {}, clause.id)), h("dd", {}, clauseParts(shell, clause))])),
  ]);
}
