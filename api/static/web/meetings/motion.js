// A referee's own motion at a table of the meeting, also to give somebody more time.
import { mark } from "../guests.js";
import { get, post } from "../api.js";
import { button, field, h, modal, select } from "../ui.js";
import { keepToken, refereeOf, tokensOf } from "../memory.js";
import { deskForm, prose, valueOf } from "../desk/forms.js";
import { caseAddress } from "../desk/address.js";
import { WANTS } from "../desk/texts.js";

/** Buttons for a table at which this browser's referee of meeting `id` may open a case; `clocked`: whether it may have a clock. */
export function motionTools(shell, id, game, clocked) {
  const { t } = shell;
  const more = t("A seat is to get more time: ");
  return [
    button(t("Own motion"), () => shell.attempt(() => motion(shell, id, game, "", "conduct")), { class: "btn small quiet", "data-do": "own-motion" }),
    clocked && button(t("More time"), () => shell.attempt(() => motion(shell, id, game, more, "correction")), { class: "btn small quiet", "data-do": "more-time" }),
  ];
}

const LOOKED_AT = 200;

/** The version of the last event that is not of the desk itself, which cannot be disputed. */
async function lastEvent(game, token) {
  const { version } = await get(`/v1/games/${game}`, { token });
  const { events } = await get(`/v1/games/${game}/events?after=${Math.max(0, version - LOOKED_AT)}&limit=${LOOKED_AT}`, { token });
  return events.findLast(({ rules }) => !rules.some((id) => id.startsWith("referee.")))?.version ?? version;
}

/** Opens a case about the last event of the game, and goes to its page. */
async function motion(shell, id, game, claim, wish) {
  const { t } = shell;
  const role = refereeOf(id);
  const token = tokensOf(id)[role];
  const table = await get(`/v1/games/${game}`, { token });
  const wants = select("wants", Object.entries(WANTS).map(([value, label]) => [value, t(label)]), wish);
  const open = () => shell.attempt(async () => {
    const at = await lastEvent(game, token);
    const body = { about: { from: at, to: at }, wants: wants.value, claim: valueOf(form, "claim"), lang: shell.lang };
    const { dispute } = await post(`/v1/games/${game}/disputes`, { body, token });
    keepToken(game, role, token);
    form.closest("dialog").close("opened");
    await shell.go(caseAddress(game, dispute, role));
  });
  const form = deskForm({ title: t("Own motion"), label: t("Open the case"), id: "motion" }, [
    h("p", { class: "people" }, table.seats.map((one) => h("span", { class: `who seat-${one.seat}` }, one.name ?? t("free"), mark(t, one)))),
    h("p", { class: "muted" }, t("It is about the last event. Another referee takes it, if there is one; the ruling may set the clock.")),
    prose(shell, "claim", t("What this is about")),
    field(t("What you ask for"), wants),
  ], open);
  form.elements.claim.value = claim;
  await modal(t("Own motion"), form, t("Cancel"));
}
