// The worker of the installed page, which runs only where somebody has asked for it. It stores the files of the page under the address
// of exactly this release, and what everybody may see of the public games that were watched last. What a token or
// a session opened never comes here: such requests pass by, and only what the service calls public is stored. The service is always asked first.

const worker = /** @type {any} */ (self); // TypeScript knows the globals of pages only
/** The service writes it in front of this file: the address of its files, and those with which the page opens. */
const { prefix: PREFIX, shell: FILES } = worker.release;
const SHELL = `kronika-shell ${PREFIX}`;
const GAMES = "kronika-games";
/** The page puts its language there, if it receives push messages. */
const PUSH = "kronika-push";
const PAGES = /^\/(?:$|(?:new|my|account|devices|people|desk|games|tournaments|meetings|statistics|players|rules)(?:\/|$))/;
const GAME = /^\/v1\/games\/([0-9a-f]{32})(\/news)?$/;
const RULESET = /^\/v1\/rulesets(?:\/[a-z0-9-]+(?:\/primer)?)?$/;
/** On what was stored: since when, in milliseconds; 0 for what changes only with a release. */
const KEPT = "Kronika-Kept-At";
const GONE = [401, 403, 404, 410];
const AWAY = [502, 503, 504];
/** Milliseconds after which a stored copy is shown in place of an answer that does not come. */
const PATIENCE = 6000;
const LONGEST = 7 * 24 * 3600 * 1000;
const MOST = 40;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("Authorization")) return;
  if (pathname.startsWith(PREFIX)) event.respondWith(file(event));
  else if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(request));
  else if (request.credentials === "omit" && (GAME.test(pathname) || RULESET.test(pathname))) event.respondWith(publicDocument(event));
});

worker.addEventListener("push", (event) => event.waitUntil(pushed(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});

const SAID = {
  en: { turn: (game) => `Your turn in ${game}.`, recovered: "Your account was recovered with a code. If that was not you, sign in and remove the new passkey." },
  pl: { turn: (game) => `Twoja kolej w grze ${game}.`, recovered: "Konto odzyskano kodem. Jeśli zrobił to ktoś inny, zaloguj się i usuń nowy klucz dostępu." },
};

/** A message as a sentence, one for each game at a time. */
async function pushed({ kind, game, name }) {
  const stored = await caches.match("/lang", { cacheName: PUSH });
  const lang = stored && (await stored.text()) === "pl" ? "pl" : "en";
  const isTurn = kind === "your-turn";
  const body = isTurn ? SAID[lang].turn(name[lang]) : SAID[lang].recovered;
  await worker.registration.showNotification("Kronika", { body, lang, tag: isTurn ? game : kind, data: isTurn ? `/games/${game}` : "/account" });
}

/** The page that shows it comes to the front, or a new one opens. */
async function goTo(path) {
  const open = await worker.clients.matchAll({ type: "window" });
  const shown = open.find(({ url }) => new URL(url).pathname === path);
  return shown ? shown.focus() : worker.clients.openWindow(path);
}

async function install() {
  const shell = await caches.open(SHELL);
  await caches.open(GAMES);
  await Promise.all(["/", ...FILES.map((name) => PREFIX + name)].map(async (path) => shell.put(path, await fresh(path))));
  await worker.skipWaiting();
}

/** A file as it comes without cookies. The page has to be of this release: during an update it may still be the last one's. */
async function fresh(path) {
  const answer = await fetch(path, { cache: "no-cache", credentials: "omit", redirect: "error", headers: { Accept: path === "/" ? "text/html" : "*/*" } });
  if (!answer.ok || (path === "/" && !(await answer.clone().text()).includes(PREFIX))) throw new Error(path);
  return answer;
}

/** Modules of other releases are deleted: no page could load all of its own from there. */
async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("kronika-") && name !== SHELL && name !== GAMES && name !== PUSH);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function file(event) {
  const { pathname } = new URL(event.request.url);
  const stored = await caches.match(pathname, { cacheName: SHELL });
  if (stored) return stored;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put(SHELL, pathname, answer.clone()));
  return answer;
}

/** Into a cache that exists: those of a worker that was removed do not come back. */
async function put(name, key, answer) {
  if (await caches.has(name)) await (await caches.open(name)).put(key, answer);
}

/** The page itself, which is the same at every address. */
async function page(request) {
  const answer = await inTime(fetch(request)).catch(() => null);
  if (answer && !AWAY.includes(answer.status)) return answer;
  return (await caches.match("/", { cacheName: SHELL })) ?? answer ?? Response.error();
}

/** Rejects after a while; the work goes on. */
function inTime(work) {
  return Promise.race([work, new Promise((_, reject) => setTimeout(reject, PATIENCE))]);
}

async function publicDocument(event) {
  const key = keyOf(new URL(event.request.url));
  const asking = fetch(event.request);
  const learning = asking.then((answer) => learn(key, answer.clone(), event.request.url), () => {});
  event.waitUntil(learning);
  const stored = key && (await storedCopy(key));
  if (!stored) return asking;
  const answer = await inTime(asking).catch(() => null);
  if (!answer || AWAY.includes(answer.status)) return stored;
  if (GONE.includes(answer.status)) await learning; // it is deleted before anybody hears of it
  return answer;
}

/** Where a document is stored; null for one that does not stand by itself. */
function keyOf({ pathname, searchParams }) {
  if (RULESET.test(pathname)) return searchParams.size === 0 ? pathname : null;
  const { lang, after, ...others } = Object.fromEntries(searchParams);
  return pathname.endsWith("/news") && after === "0" && Object.keys(others).length === 0 ? `${pathname}?lang=${lang}` : null;
}

async function learn(key, answer, url) {
  const [, game] = GAME.exec(new URL(url).pathname) ?? [];
  if (game && GONE.includes(answer.status)) return forget((stored) => stored.includes(game));
  if (!key || answer.status !== 200 || !mayBeStored(answer)) return undefined;
  const headers = { "Content-Type": answer.headers.get("Content-Type"), [KEPT]: String(game ? Date.now() : 0) };
  const copy = new Response(await answer.blob(), { headers });
  await put(GAMES, key, copy).catch(() => forget((url) => url.endsWith(key))); // no room: an earlier copy would pass for this one
  return forgetOldest();
}

/** What the service does not call public is not stored, whoever asked for it. */
function mayBeStored({ headers, redirected }) {
  const told = (headers.get("Cache-Control") ?? "").split(/\s*,\s*/);
  return !redirected && told.includes("public") && !told.includes("private") && !told.includes("no-store") && !headers.has("Set-Cookie");
}

async function storedCopy(key) {
  const found = await caches.match(key, { cacheName: GAMES });
  return found && !isOld(found) ? found : null;
}

function isOld({ headers }) {
  const at = Number(headers.get(KEPT));
  return at !== 0 && Date.now() - at > LONGEST;
}

async function forget(wanted) {
  if (!(await caches.has(GAMES))) return;
  const games = await caches.open(GAMES);
  const keys = (await games.keys()).filter(({ url }) => wanted(url));
  await Promise.all(keys.map((key) => games.delete(key)));
}

/** What is too many, or too old. */
async function forgetOldest() {
  const games = await caches.open(GAMES);
  const keys = await games.keys();
  const old = await Promise.all(keys.map(async (key, place) => place < keys.length - MOST || isOld(await games.match(key))));
  await Promise.all(keys.filter((_, place) => old[place]).map((key) => games.delete(key)));
}
