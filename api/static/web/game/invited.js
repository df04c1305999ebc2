// The page that an invitation opens: the game, the seat, a name, and a button to take the seat.
import { Problem, get } from "../api.js";
import { button, field, h, on, pageLink, select } from "../ui.js";
import { optionWords, optionsOf } from "../agreed.js";
import { same } from "../audit/bytes.js";
import { termList } from "../clock/terms.js";
import { said } from "../i18n.js";
import { forgetInvitation, remember } from "../memory.js";
import { nameAt, playerName } from "../starting.js";
import { sitDown } from "../seats.js";
import { breachNotice } from "../trust/breach.js";
import { witnessedLine } from "../trust/witnessed.js";
import { gameAddress } from "./links.js";

/** Whether the code is valid; a used, revoked or expired one is reported and deleted. */
export async function invited(root, shell, id, code) {
  const found = await get(`/v1/invitations/${code}`).catch((problem) => problem);
  if (found instanceof Error) {
    if (found instanceof Problem && found.kind === "not-found") forgetInvitation(id);
    shell.refuse(found);
    return false;
  }
  if (found.game !== id) {
    forgetInvitation(id); // a manipulated link: its code belongs to another table
    return false;
  }
  const ruleset = await shell.rulesets.one(found.ruleset);
  root.replaceChildren(door(shell, id, code, found, ruleset));
  shell.title(shell.t("You are invited"));
  return true;
}

function door(shell, id, code, found, ruleset) {
  const { t, lang } = shell;
  const name = h("input", { name: "name", maxlength: 60, value: playerName(t), autocomplete: "nickname" });
  const choice = select("seat", found.free.map((n) => [n, t("Seat {n}", { n })]), "");
  const substitute = found.seat !== null && !found.free.includes(found.seat);
  const breach = breachNotice(t, id);
  const { witnessed, clock } = JSON.parse(found.entry).d;
  const sit = () => shell.attempt(async () => {
    remember("name", name.value.trim());
    const seat = found.seat ?? Number(choice.value);
    await sitDown(id, { name: nameAt(t, name.value.trim(), seat), seat, code, substitute });
    await shell.go(gameAddress(id, `seat:${seat}`));
  }).then(breach.update);
  const form = h("form", { class: "card door", id: "invited" }, [
    h("h1", {}, t("You are invited")),
    breach.node,
    h("p", {}, t("{game}, {n} seats", { game: said(ruleset.name, lang), n: found.seats })),
    options(t, ruleset, found.options),
    clock && termList(t, clock),
    h("p", {}, found.seat ? t("Your seat: {n}", { n: found.seat }) : field(t("Which seat"), choice)),
    !substitute && witnessedLine(t, witnessed),
    substitute && h("p", {}, t("You take over from somebody: the game has begun.")),
    field(t("Your name"), name),
    h("div", { class: "bar" }, button(t("Sit down"), sit, { class: "btn primary", "data-do": "sit" }), pageLink("/", t("To the lobby"))),
    h("p", { class: "muted" }, t("Open until {time}", { time: new Date(found.expires_at).toLocaleString(lang === "en" ? undefined : lang) })),
  ]);
  return on(form, "submit", (event) => {
    event.preventDefault();
    form.querySelector("[data-do=sit]").click();
  });
}

/** Options of this table that differ from the defaults. */
function options(t, ruleset, agreed) {
  const texts = optionWords(ruleset, t);
  const others = optionsOf(ruleset).filter(([name, schema]) => name in agreed && !same(agreed[name], schema.default));
  const all = others.map(([name]) => `${texts.name(name)}: ${texts.value(name, agreed[name])}`);
  return all.length > 0 && h("p", { class: "muted", id: "agreed" }, all.join(" · "));
}
