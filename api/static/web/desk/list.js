// The desk: the cases of every game and tournament for which this browser has a token, and those of public games.
import { button, h, on, pageLink } from "../ui.js";
import { get } from "../api.js";
import { heldGames, keepToken, tokensOf } from "../memory.js";
import { emblem } from "../emblems.js";
import { caseAddress } from "./address.js";
import { OPEN, statePill, timeOf, untilWhen } from "./texts.js";
import { rulesetName } from "../standings.js";

const AT_ONCE = 100;

export async function open(root, shell) {
  const { t } = shell;
  shell.title(t("Disputes"));
  const rulesets = await shell.rulesets.all();
  const [own, everybodys] = await Promise.all([ownCases(), cases(undefined)]);
  const known = new Set(own.map(key));
  const others = everybodys.filter((one) => !known.has(key(one)));
  root.append(
    h("h1", {}, t("Disputes")),
    h("p", { class: "muted" }, t("A referee hears what a player disputes and rules by the rules of the game. Here are the cases of your games, and below those of public ones.")),
    part(shell, rulesets, "own-cases", t("Your cases"), own, t("There are no cases in games for which this browser has a token.")),
    part(shell, rulesets, "all-cases", t("Cases of public games"), others, t("There are no other cases in public games.")),
    codeForm(shell),
  );
  return null;
}

const key = ({ game, dispute }) => `${game}/${dispute}`;

async function cases(token) {
  return (await get(`/v1/disputes?limit=${AT_ONCE}`, { token })).disputes;
}

/** Each token is used for one query. A referee's token of a tournament is stored for the games in which they have cases. */
async function ownCases() {
  const held = heldGames().flatMap((place) => Object.entries(tokensOf(place)).map(([role, token]) => ({ place, role, token })));
  const tokens = new Map(held.toReversed().map((one) => [one.token, one]));
  const found = new Map();
  for (const { place, role, token } of tokens.values()) {
    const listed = await cases(token).catch(() => []); // a token that is no longer valid opens nothing
    for (const one of listed) {
      if (one.game !== place) keepToken(one.game, role, token);
      found.set(key(one), one);
    }
  }
  return [...found.values()].sort((a, b) => Number(OPEN.includes(b.state)) - Number(OPEN.includes(a.state)) || b.updated_at.localeCompare(a.updated_at));
}

function part(shell, rulesets, id, title, listed, none) {
  const rows = listed.map((one) => row(shell, rulesets, one));
  return h("section", { class: "case-list", "aria-label": title }, [
    h("h2", {}, title),
    rows.length ? h("ul", { class: "games", id }, rows) : h("p", { class: "muted", id }, none),
  ]);
}

function row(shell, rulesets, { game, ruleset, dispute, state, opened_at: opened, due_at: due }) {
  const { t, lang } = shell;
  const name = rulesetName(rulesets, ruleset, lang);
  return h("li", { class: "card case-row", "data-case": key({ game, dispute }) }, [
    emblem(ruleset),
    h("div", {}, [
      pageLink(caseAddress(game, dispute), t("{game}, case {n}", { game: name, n: dispute }), { class: "table-name" }),
      h("p", { class: "muted" }, t("opened {time}", { time: timeOf(shell, opened) })),
      due && h("p", { class: "muted" }, t("next deadline"), " ", untilWhen(shell, due)),
    ]),
    statePill(t, state),
  ]);
}

/** A link that was pasted instead of clicked. */
function codeForm({ t, go }) {
  const input = h("input", { name: "link", autocomplete: "off", spellcheck: "false", "aria-label": t("Link of an appointment"), class: "wide" });
  const use = () => {
    const [, address] = /(\/(?:games|tournaments)\/[0-9a-f]{32}\/referee#ki_[A-Za-z0-9_-]{43})$/.exec(input.value.trim()) ?? [];
    if (address) go(address);
    else input.setAttribute("aria-invalid", "true");
  };
  on(input, "keydown", (event) => event.key === "Enter" && use());
  return h("section", { class: "case-list", "aria-label": t("Appointed as a referee?") }, [
    h("h2", {}, t("Appointed as a referee?")),
    h("p", { class: "muted" }, t("Open the link that the organiser sent you, or paste it here.")),
    h("div", { class: "row" }, input, button(t("Use it"), use, { class: "btn", "data-do": "use-link" })),
  ]);
}
