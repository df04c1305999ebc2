// The shell: which page the address means, the bar above, language and looks, what is announced and refused.
import { translator, preferred } from "./i18n.js";
import { remember, remembered } from "./memory.js";
import { refusal } from "./refusals.js";
import { topBar } from "./topbar.js";
import { get } from "./api.js";

/** @type {[RegExp, () => Promise<{open: Function}>][]} */
const PAGES = [
  [/^\/$/, () => import("./lobby.js")],
  [/^\/new$/, () => import("./newgame.js")],
  [/^\/my$/, () => import("./places/mygames.js")],
  [/^\/desk$/, () => import("./desk/list.js")],
  [/^\/games\/(?<id>[0-9a-f]{32})\/cases\/(?<dispute>\d{1,3})$/, () => import("./desk/case.js")],
  [/^\/(?<place>games|tournaments)\/(?<id>[0-9a-f]{32})\/referee$/, () => import("./desk/accept.js")],
  [/^\/games\/(?<id>[0-9a-f]{32})(?:\/v\/(?<version>\d+))?$/, () => import("./game.js")],
];

function pageOf(path) {
  for (const [pattern, load] of PAGES) {
    const found = pattern.exec(path);
    if (found) return { load, parts: found.groups ?? {} };
  }
  return { load: () => import("./places/notfound.js"), parts: {} };
}

/** Rulesets are read once; the list when it is first needed. */
function library() {
  const kept = new Map();
  const once = (path) => {
    if (!kept.has(path)) kept.set(path, get(path));
    return kept.get(path);
  };
  return {
    all: async () => (await once("/v1/rulesets")).rulesets,
    one: (id) => once(`/v1/rulesets/${id}`),
  };
}

function createShell() {
  const page = document.querySelector("#page");
  const said = document.querySelector("#said");
  const shell = { lang: remembered("lang", preferred()), rulesets: library(), close: null, turn: 0 };

  shell.announce = (text) => {
    said.append(Object.assign(document.createElement("p"), { textContent: text }));
    while (said.children.length > 6) said.firstChild.remove();
  };
  shell.refuse = (problem, clauses) => refusal(document.querySelector("#alerts"), shell.t, problem, clauses);
  shell.attempt = (work, clauses) => work().catch((problem) => shell.refuse(problem, clauses));
  shell.title = (text) => (document.title = text ? `${text} · Kronika` : "Kronika");
  shell.go = (address) => {
    history.pushState(null, "", address);
    return shell.open();
  };
  shell.open = () => open(shell, page);
  shell.speak = (lang) => {
    shell.lang = lang;
    remember("lang", lang);
    return shell.open();
  };
  return shell;
}

async function open(shell, page) {
  const turn = ++shell.turn;
  if (shell.close) shell.close();
  shell.close = null;
  shell.t = translator(shell.lang);
  document.documentElement.lang = shell.lang;
  topBar(document.querySelector("#top"), shell);
  const { load, parts } = pageOf(location.pathname);
  const asked = { ...parts, query: new URLSearchParams(location.search) };
  const { open: openPage } = await load();
  if (turn !== shell.turn) return;
  const root = document.createElement("div");
  root.className = "page";
  page.replaceChildren(root);
  const closing = await openPage(root, shell, asked).catch((problem) => turn === shell.turn && shell.refuse(problem));
  if (turn === shell.turn) shell.close = closing;
  else if (closing) closing();
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

const shell = createShell();
followLinks(shell);
await shell.open();
