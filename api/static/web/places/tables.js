// All public tables, by game, status and pace.
import { said } from "../i18n.js";
import { button, h, on, select } from "../ui.js";
import { audience } from "./audience.js";
import { followGames, liveGames, pace } from "./livegames.js";
import { pictures } from "./pictures.js";
import { grid, tableCard } from "./tablecard.js";

const STATUSES = ["waiting", "playing", "suspended", "finished", "abandoned"];
const CLOCKS = [["live", "Live: with a clock"], ["daily", "Over days"], ["none", "Without a clock"]];
const PAGE = 20;

export async function open(root, shell, { query }) {
  const { t, lang } = shell;
  shell.title(t("Tables"));
  const rulesets = await shell.rulesets.all();
  const filter = { ruleset: "", status: STATUSES.find((status) => status === query.get("status")) ?? "", clock: "" };
  const fits = (game) => Object.entries(filter).every(([name, value]) => !value || value === { ...game, clock: pace(game) }[name]);
  const model = liveGames(fits);
  const boards = pictures(lang);
  const list = h("ul", { class: "tables", id: "games" });
  const cards = grid(list, (game) => tableCard(shell, rulesets, boards, game, "h2"));
  const asked = () => ({ limit: String(PAGE), ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) });
  const empty = h("p", { class: "muted", role: "status" });
  const more = button(t("More games"), () => shell.attempt(() => model.more(asked()).then(render)), { class: "btn quiet" });
  const again = async () => {
    await model.read(asked());
    render();
  };
  function render() {
    const games = [...model.games.values()].filter(fits).sort((a, b) => b.created_at.localeCompare(a.created_at));
    cards.update(games, watching.of);
    empty.textContent = games.length > 0 ? "" : t("There is no such game.");
    more.hidden = model.next === null;
  }
  await model.read(asked());
  const watching = audience(() => render());
  root.append(h("div", { class: "at-play-head" }, h("h1", {}, t("Tables")), filters(shell, rulesets, filter, () => shell.attempt(again))), list, empty, more);
  render();
  const end = followGames(model, { again, changed: render, refused: shell.refuse });
  return () => [end, boards.end, watching.end].forEach((close) => close());
}

function filters({ t, lang }, rulesets, filter, changed) {
  const games = [["", t("All games")], ...rulesets.map((one) => [one.id, said(one.name, lang)])];
  const states = [["", t("Any status")], ...STATUSES.map((status) => [status, t(status)])];
  const clocks = [["", t("Any pace")], ...CLOCKS.map(([kind, label]) => [kind, t(label)])];
  const bar = [["ruleset", games, t("Game")], ["status", states, t("Status")], ["clock", clocks, t("Clock")]].map(([name, choices, label]) => {
    const choice = select(name, choices, filter[name]);
    choice.setAttribute("aria-label", label);
    return on(choice, "change", () => {
      filter[name] = choice.value;
      changed();
    });
  });
  return h("div", { class: "filters" }, bar);
}
