// A meeting: its queue as it changes, its tables and tournaments, its referees, and one link to share.
import { get } from "../api.js";
import { button, h, modal, show } from "../ui.js";
import { follow } from "../follow.js";
import { keepToken, refereeOf, tokensOf } from "../memory.js";
import { loadStyle } from "../boards/parts/dom.js";
import { gameAddress, linkLine } from "../game/links.js";
import { closedDoor } from "../game/entrance.js";
import { caseAddress } from "../desk/address.js";
import { isOpen, keyOf, queue } from "../desk/queue.js";
import { refereesOf } from "../desk/referees.js";
import { keepMeeting } from "./held.js";
import { motionTools } from "./motion.js";
import { tablesOf } from "./tables.js";

/** How often tables and referees are read again; the queue has a stream. */
const AGAIN = 15_000;

export async function open(root, shell, { id }) {
  const { t } = shell;
  await Promise.all(["../places/places.css", "../meetings/meetings.css"].map(loadStyle));
  const role = tokensOf(id).organiser ? "organiser" : refereeOf(id);
  const own = refereeOf(id);
  const token = tokensOf(id)[own ?? role];
  const read = () => get(`/v1/meetings/${id}`, { token });
  const first = await read().catch((problem) => problem);
  if (first instanceof Error) return closedDoor(root, shell, id, first);
  if (role) keepMeeting(id, first.name);
  const rulesets = await shell.rulesets.all();
  /** @type {string[]} */
  let clockless = [];
  const tools = (game) => (own ? motionTools(shell, id, game, !clockless.includes(game)) : []);
  const rows = queue(shell, rulesets, {
    id: "queue", title: t("Queue"), none: t("No case and no call at any table."),
    address: (row) => addressOf(row, id, own), tools: (row) => (isOpen(row) && row.kind === "case" ? [] : tools(row.game)),
  });
  const parts = h("div", { class: "meeting-parts" });
  const changed = async () => draw(await read());
  const draw = (doc) => {
    clockless = doc.tables.filter(({ clock }) => !clock).map((table) => table.id);
    show(parts, [shell.lang, doc], [
      refereesOf(shell, { kind: "meetings", id, organiser: tokensOf(id).organiser }, doc.referees, changed),
      tablesOf(shell, rulesets, doc, { organiser: Boolean(tokensOf(id).organiser), tools }),
    ]);
  };
  root.append(h("div", { class: "meeting" }, head(shell, first), rows.node, parts));
  draw(first);
  const end = await following(shell, { id, token, name: first.name, rows });
  const timer = setInterval(() => document.hidden || changed().catch(() => {}), AGAIN);
  return () => {
    clearInterval(timer);
    end();
    rows.end();
  };
}

function head({ t }, { id, name }) {
  const address = `${location.origin}/meetings/${id}`;
  const share = () => modal(t("Link"), linkLine(t, t("This meeting"), address), t("Close"));
  return h("header", { class: "places-head with-tools" }, [
    h("h1", { id: "meeting-name" }, name),
    h("div", { class: "row" }, button(t("Link"), share, { class: "btn", "data-do": "share-meeting" })),
  ]);
}

/** A referee opens tables of the meeting with the token of the meeting. */
function addressOf({ kind, game, number }, id, own) {
  if (own) keepToken(game, own, tokensOf(id)[own]);
  return kind === "case" ? caseAddress(game, number, own) : gameAddress(game, own);
}

/** Shows the queue and follows it; the title and the badge of the page tell how much waits. Returns the function that ends it. */
async function following(shell, { id, token, name, rows }) {
  let position = 0;
  const tell = () => {
    const n = rows.waiting();
    shell.title(n > 0 ? `(${n}) ${name}` : name);
    navigator.setAppBadge?.(n).catch(() => {});
  };
  const readAll = async () => {
    const found = await wholeQueue(id, token);
    position = found.position;
    rows.replace(found.rows);
    tell();
  };
  await readAll();
  const end = follow(`/v1/meetings/${id}/stream`, {
    token,
    after: () => position,
    news: async (event) => {
      if (event === null) return readAll();
      position = Number(event.id);
      const row = JSON.parse(event.data);
      rows.put([row]);
      if (isOpen(row)) shell.announce(shell.t("The queue has changed: {n} waiting.", { n: rows.waiting() }));
      return tell();
    },
    refused: shell.refuse,
    idle: 4000,
  });
  return () => {
    end();
    navigator.clearAppBadge?.().catch(() => {});
  };
}

/** All pages of the queue; the stream goes on after the position of the first. */
async function wholeQueue(id, token) {
  const found = new Map();
  let page = { next: "", position: 0 };
  let position = null;
  do {
    page = await get(`/v1/meetings/${id}/queue${page.next ? `?cursor=${page.next}` : ""}`, { token });
    position ??= page.position;
    for (const row of page.rows) found.set(keyOf(row), row);
  } while (page.next);
  return { rows: [...found.values()], position };
}
