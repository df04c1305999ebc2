// The shell: routes addresses to pages; the top bar, language and theme, announcements and refusals.
import { preferred, speakable, translator } from "./i18n.js";
import { ownRole, remember, remembered, tokenFor } from "./memory.js";
import { refusal } from "./refusals.js";
import { topBar } from "./topbar.js";
import { followAccount } from "./account/entrance.js";
import { me } from "./account/me.js";
import { tellWorker } from "./account/pushing.js";
import { get, newsOf } from "./api.js";
import { NotLoaded, arrived, backOff, lineState, passing, persist, watchLine } from "./connection.js";
import { lineNotice } from "./connection-notice.js";
import { installing } from "./installing.js";
import { storedGames } from "./storedgames.js";
import { doubtOnWaking } from "./waking.js";
import { takesTurns } from "./game/singletab.js";
import { allUnsent, isPosted } from "./game/outbox.js";
import { button, h } from "./ui.js";

/** Address, script, and the class that the page has until it is there.
 * @type {[RegExp, () => Promise<{open: Function}>, string?][]} */
const PAGES = [
  [/^\/$/, () => import("./lobby.js")],
  [/^\/tables$/, () => import("./places/tables.js")],
  [/^\/new$/, () => import("./places/newgame.js")],
  [/^\/my$/, () => import("./places/mygames.js")],
  [/^\/account$/, () => import("./account/page.js")],
  [/^\/devices$/, () => import("./account/newdevice.js")],
  [/^\/people\/(?<name>[^/]+)$/, () => import("./places/profile.js")],
  [/^\/tournaments$/, () => import("./places/tournaments.js")],
  [/^\/tournaments\/new$/, () => import("./places/newtournament.js")],
  [/^\/tournaments\/(?<id>[0-9a-f]{32})$/, () => import("./places/tournament.js")],
  [/^\/rules(?:\/(?<ruleset>[a-z0-9-]+))?$/, () => import("./learn/rules.js")],
  [/^\/statistics$/, () => import("./places/statistics.js")],
  [/^\/players$/, () => import("./places/players.js")],
  [/^\/desk$/, () => import("./desk/list.js")],
  [/^\/meetings\/new$/, () => import("./meetings/new.js")],
  [/^\/meetings\/(?<id>[0-9a-f]{32})$/, () => import("./meetings/meeting.js")],
  [/^\/games\/(?<id>[0-9a-f]{32})\/cases\/(?<dispute>\d{1,3})$/, () => import("./desk/case.js")],
  [/^\/(?<place>games|tournaments|meetings)\/(?<id>[0-9a-f]{32})\/referee$/, () => import("./desk/accept.js")],
  [/^\/games\/(?<id>[0-9a-f]{32})(?:\/v\/(?<version>\d+))?$/, () => import("./game.js"), "opening"],
];

function pageOf(path) {
  for (const [pattern, load, opening = ""] of PAGES) {
    const found = pattern.exec(path);
    if (found) return { load, opening, parts: found.groups ?? {} };
  }
  return { load: () => import("./notfound.js"), opening: "", parts: {} };
}

/** Rulesets are read once; the list on first use. */
function library() {
  const cache = new Map();
  const once = (path) => {
    if (!cache.has(path)) cache.set(path, get(path).catch((problem) => (cache.delete(path), Promise.reject(problem))));
    return cache.get(path);
  };
  return {
    all: async () => (await once("/v1/rulesets")).rulesets,
    one: (id) => once(`/v1/rulesets/${id}`),
    primer: (id) => once(`/v1/rulesets/${id}/primer`),
  };
}

function createShell() {
  const page = document.querySelector("#page");
  const said = document.querySelector("#said");
  const shell = { wanted: remembered("lang", preferred()), lang: "en", t: translator("en"), rulesets: library(), close: null, turn: 0, failures: 0 };

  shell.announce = (text) => {
    said.append(Object.assign(document.createElement("p"), { textContent: text }));
    while (said.children.length > 120) said.firstChild.remove();
  };
  shell.refuse = (problem, clauses, more) => refusal(document.querySelector("#alerts"), shell.t, problem, clauses, more);
  shell.attempt = (work, clauses) => work().catch(async (problem) => shell.refuse(problem, clauses ?? (await ofTheTable(shell, problem))));
  shell.title = (text) => (document.title = text ? `${text} · Kronika` : "Kronika");
  shell.go = (address) => {
    history.pushState(null, "", address);
    return shell.open();
  };
  shell.open = () => open(shell, page);
  shell.speak = (lang) => {
    shell.wanted = lang;
    remember("lang", lang);
    void tellWorker(lang);
    return shell.open();
  };
  return shell;
}

/** The table's clauses, which are part of every ruleset, for a page that has loaded no ruleset. */
async function ofTheTable({ rulesets }, { rule }) {
  if (!rule) return undefined;
  const first = rulesets.all().then(([{ id }]) => rulesets.one(id));
  return first.then(({ clauses }) => clauses, () => undefined);
}

async function open(shell, page) {
  const turn = ++shell.turn;
  if (shell.close) shell.close();
  shell.close = null;
  const lang = await speakable(shell.wanted);
  if (turn !== shell.turn) return;
  speak(shell, lang);
  topBar(document.querySelector("#top"), shell);
  shell.tellLine();
  shell.tellInstalling();
  sendUnsent(shell); // moves of a game that was left, now or when the site was closed
  const { load, opening, parts } = pageOf(location.pathname);
  const query = new URLSearchParams(location.search);
  const request = { ...parts, query, early: turn === 1 ? askAhead(shell, parts.id, query) : undefined };
  const openPage = await arrived(load()).then((module) => module.open, notLoaded);
  if (turn !== shell.turn) return;
  const root = document.createElement("div");
  root.className = `page ${opening}`;
  const words = opening && turn === 1 ? page.lastElementChild : null; // they stay where they are painted until the game is there
  while (page.firstElementChild && page.firstElementChild !== words) page.firstElementChild.remove();
  page.append(root);
  const opened = (closing) => ((shell.failures = 0), closing);
  const closing = await openPage(root, shell, request).then(opened, (problem) => turn === shell.turn && notOpened(root, shell, turn, problem));
  root.className = "page";
  words?.remove();
  if (turn === shell.turn) shell.close = closing;
  else if (closing) closing();
}

/**
 * The rules and news of the public game whose page this is are requested while its script is on its way: the page names the ruleset. The news are
 * undefined if somebody may see more of the game here. What fails is requested again.
 */
function askAhead(shell, id, query) {
  const ruleset = document.querySelector("meta[name='kronika:ruleset']")?.getAttribute("content");
  if (!ruleset) return undefined;
  shell.rulesets.one(ruleset).catch(() => {});
  const sees = me() || location.hash || query.has("seat") || ownRole(id) !== "spectator" || tokenFor(id, "spectator");
  return sees ? undefined : get(newsOf(id, shell.lang)).catch(() => {});
}

/** What this browser had stored is read again as soon as the service answers: it may say that the game is no longer public. */
function readAgain(shell) {
  let asking = false;
  watchLine(async () => {
    if (asking || !lineState().stored) return;
    asking = true;
    await backOff(0).then(() => persist(() => get("/health/live"))).catch(() => {});
    asking = false;
    await shell.open();
  });
}

/** All text is in one language, including the service's. */
function speak(shell, lang) {
  Object.assign(shell, { lang, t: translator(lang) });
  document.documentElement.lang = lang;
  if (lang !== shell.wanted) shell.refuse(new NotLoaded());
}

function sendUnsent(shell, later = false) {
  if (allUnsent().length) void import("./game/transport.js").then(({ carryOn }) => carryOn(shell, later), () => {});
}

/**
 * The `open` of a page whose module failed to load.
 * @returns {Function}
 */
function notLoaded(problem) {
  return () => Promise.reject(problem);
}

/** A page that cannot be reached opens as soon as it can be; if the service responds but refuses, retries become less frequent. */
function notOpened(root, shell, turn, problem) {
  const { t } = shell;
  if (!passing(problem) && !(problem instanceof NotLoaded)) return shell.refuse(problem);
  root.replaceChildren(h("section", { class: "card door", id: "unreached" }, [
    h("h1", {}, t("The service cannot be reached.")),
    h("p", {}, problem instanceof NotLoaded ? t("A part of this page could not be loaded.") : t("This page opens by itself when the connection is back.")),
    button(t("Try again"), () => location.reload(), { class: "btn primary" }),
  ]));
  if (problem instanceof NotLoaded) return null; // the browser caches the failure of a module
  void storedGames(shell).then((games) => games && root.firstChild?.append(games));
  let gone = false;
  const probe = () => get("/health/live");
  const again = backOff(shell.failures++).then(() => persist(probe, () => gone));
  again.then(() => gone || turn !== shell.turn || shell.open()).catch(() => {});
  return () => (gone = true);
}

function followLinks(shell) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[data-page]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shell.go(link.getAttribute("href"));
    document.getElementById("page").focus({ preventScroll: true });
  });
  window.addEventListener("popstate", () => shell.open());
}

/** Moves that another tab failed to send before it was closed; a lock makes sure that only one tab sends them. */
function standIn(shell) {
  if (takesTurns()) addEventListener("storage", (event) => isPosted(event) && sendUnsent(shell, true));
}

const shell = createShell();
shell.tellLine = lineNotice(document.querySelector("#line"), shell);
followLinks(shell);
standIn(shell);
shell.tellInstalling = installing(document.querySelector("#install"), shell);
readAgain(shell);
doubtOnWaking();
followAccount(shell);
await shell.open();
