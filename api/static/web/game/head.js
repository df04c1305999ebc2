// The header of a game's page: the game, its status, the viewpoint, and tools.
import { button, h, modal, on, select } from "../ui.js";
import { getText } from "../api.js";
import { keepToken, tokensOf } from "../memory.js";
import { admit } from "./admit.js";
import { tableButton } from "./tablemenu.js";
import { gameAddress, links } from "./links.js";
import { sharing } from "./sharing.js";
import { said } from "../i18n.js";
import { emblem } from "../emblems.js";
import { numbered, seatOf } from "../standings.js";

/** {node, more, update(head)}: `declare(type, path, members)` is what a seat does beside the game (acting.js); `tools` are buttons of other parts; `more` are those of its tools that do not fit on a phone. */
export function gameHead(shell, { id, role, ruleset, source, badge, playhead, changed, declare, tools: others }) {
  const { t, lang } = shell;
  const status = h("span", { class: "pill", id: "status" });
  const eyes = h("span", {});
  const forking = role !== "watcher" && button(t("Analyse from here"), () => shell.attempt(() => fork(shell, source, playhead.head)), { class: "btn small quiet", id: "fork" });
  const more = h("div", { class: "game-more" }, [
    button(t("Link"), () => void links(t, id, role, playhead.head, role === "analyst" && sharing(shell, source, playhead.head.version)), { class: "btn small quiet", id: "link" }),
    others,
    forking,
    button(t("Save"), () => shell.attempt(() => save(source, id)), { class: "btn small quiet", id: "save", title: t("Save the game as a file") }),
  ]);
  const tools = h("div", { class: "game-tools" }, [
    badge,
    eyes,
    tableButton(shell, { id, role, source, changed, declare }),
    more,
  ]);
  const node = h("header", { class: "game-head" }, [
    emblem(ruleset.id),
    h("h1", {}, said(ruleset.name, lang)),
    status,
    tools,
  ]);
  const update = (head) => {
    const { status: now, seats } = head.doc;
    status.textContent = t(now);
    status.className = `pill status-${now}`;
    if (forking) forking.hidden = !head.doc.view; // before the start there is no position to begin from
    if (!eyes.childElementCount) eyes.append(perspective(shell, id, role, seats, playhead));
  };
  return { node, more, update };
}

/** Changing the viewpoint opens the page again: everything is requested with the other token, or none. */
function perspective(shell, id, role, seats, playhead) {
  const { t } = shell;
  const name = (held) => (seatOf(held) === null ? t(held) : numbered(t, seats, seatOf(held)));
  const held = Object.keys(tokensOf(id)).filter((one) => one !== "organiser" && !one.startsWith("referee:")).sort();
  const choices = [...held, "spectator"].map((one) => [one, name(one)]);
  const choice = select("eyes", [...choices, ["add", t("I have a token…")]], role);
  choice.id = "eyes";
  choice.setAttribute("aria-label", t("Seen as"));
  return on(choice, "change", () => shell.attempt(async () => {
    const wanted = choice.value === "add" ? await addToken(t, id) : choice.value;
    const { following, version } = playhead.head;
    if (wanted) await shell.go(gameAddress(id, wanted, following ? null : version));
    else choice.value = role;
  }));
}

/** Accept a pasted token; returns the role that it opens. */
async function addToken(t, id) {
  const input = h("input", { autocomplete: "off", spellcheck: "false", "aria-label": t("Token"), class: "wide" });
  const enter = button(t("Use it"), () => input.closest("dialog").close("use"), { class: "btn primary" });
  const done = await modal(t("I have a token…"), [h("p", { class: "muted" }, t("It stays in this browser and is never part of a link.")), input, enter], t("Cancel"));
  const token = input.value.trim();
  return done === "use" && token ? admit(id, token) : null;
}

async function fork(shell, source, { version }) {
  const made = await source.post("/forks", { version });
  keepToken(made.id, "analyst", made.token);
  await shell.go(gameAddress(made.id));
}

async function save(source, id) {
  const text = await getText(`${source.path}/export`, { token: source.token });
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: `kronika-${id}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
