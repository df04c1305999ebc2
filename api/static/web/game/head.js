// The one row above a game: the way back, the game and where it is, the players, sharing, the menu.
import { button, h, modal, on, pageLink, select } from "../ui.js";
import { getText } from "../api.js";
import { keepToken, tokensOf } from "../memory.js";
import { admit } from "./admit.js";
import { lineIcon } from "./icons.js";
import { gameMenu, signButton } from "./menu.js";
import { tableButton } from "./tablebutton.js";
import { gameAddress, links } from "./links.js";
import { sharing } from "./sharing.js";
import { numbered, seatOf } from "../standings.js";
import { titleOf } from "../rulesettitle.js";

const ICON = new URL("../../icon.svg", import.meta.url).href;

/**
 * {node, share(), update(head)}: `players` are shown in its middle, `watching` beside the tools; `declare(type, path, members)` is what a seat does beside the game
 * (acting.js); `tools`, `waysOut` and `switches` of other parts are in the menu.
 */
export function gameHead(shell, { id, role, ruleset, source, playhead, players, watching, changed, declare, tools, waysOut, switches }) {
  const { t, lang } = shell;
  const status = h("span", { class: "pill", id: "status" });
  const place = h("span", { class: "game-place" });
  const eyes = h("div", { class: "menu-eyes" });
  const share = () => void links(t, id, role, playhead.head, role === "analyst" && sharing(shell, source, playhead.head.version));
  const forking = role !== "watcher" && button(t("Analyse from here"), () => shell.attempt(() => fork(shell, source, playhead.head)), { class: "btn quiet", id: "fork" });
  const menu = gameMenu(t, [
    [
      tools,
      forking,
      button(t("Save the game as a file"), () => shell.attempt(() => save(source, id)), { class: "btn quiet", id: "save" }),
      tableButton(shell, { id, role, source, changed, declare }),
    ],
    waysOut,
    [eyes, switches],
    [document.querySelector("#top .tools")], // the bar of other pages is not shown beside this one
  ]);
  const node = h("header", { class: "game-head" }, [
    pageLink("/", lineIcon("leave"), { class: "btn quiet sign", "aria-label": t("Lobby"), title: t("Lobby") }),
    h("img", { class: "mark", src: ICON, alt: "", width: 30, height: 30 }),
    h("div", { class: "game-title" }, h("h1", {}, titleOf(ruleset, lang)), place, status),
    players,
    h("div", { class: "game-tools" }, watching, signButton("share", t("Share"), share, { id: "link" }), menu.opener),
    menu.node,
  ]);
  const update = (head) => {
    const { status: now, seats } = head.doc;
    status.textContent = t(now);
    status.className = `pill status-${now}`;
    place.textContent = head.now.chapters.findLast(({ version }) => version <= head.version)?.title ?? "";
    if (forking) forking.hidden = !head.doc.view; // before the start there is no position to begin from
    if (!eyes.childElementCount) eyes.append(perspective(shell, id, role, seats, playhead));
  };
  return { node, share, update };
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
