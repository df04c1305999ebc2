// The desk: the cases of every game, tournament and meeting for which this browser has a token, or in which the account that is
// signed in has a part, and those of public games.
import { me } from "../account/me.js";
import { button, h, on, pageLink } from "../ui.js";
import { get } from "../api.js";
import { SESSION, heldGames, keepToken, tokensOf } from "../memory.js";
import { heldMeetings } from "../meetings/held.js";
import { loadStyle } from "../boards/parts/dom.js";
import { caseAddress } from "./address.js";
import { appointed, appointmentsOfMine } from "./appointed.js";
import { keyOf, queue } from "./queue.js";

const AT_ONCE = 100;
/** How often the lists are read again while the page is visible. */
const AGAIN = 15_000;

export async function open(root, shell) {
  const { t } = shell;
  const busy = new Set();
  const [rulesets, own, everybodys, appointments] = await Promise.all([shell.rulesets.all(), ownCases(busy), casesOf(undefined), appointmentsOfMine(shell), ...["../places/places.css", "../meetings/meetings.css"].map(loadStyle)]);
  const known = new Set(own.map(keyOf));
  const address = ({ game, number }) => caseAddress(game, number);
  const mine = queue(shell, rulesets, { id: "own-cases", title: t("Your cases"), none: t("There are no cases in your games."), address });
  const others = queue(shell, rulesets, { id: "all-cases", title: t("Cases of public games"), none: t("There are no other cases in public games."), address });
  const more = moreOf(shell, everybodys.next, (rows) => others.put(rows.filter((row) => !known.has(keyOf(row)))));
  const use = (found, all) => {
    for (const row of found) known.add(keyOf(row));
    mine.put(found);
    others.put(all.rows.filter((row) => !known.has(keyOf(row))));
    shell.title(mine.waiting() > 0 ? `(${mine.waiting()}) ${t("Disputes")}` : t("Disputes"));
  };
  use(own, everybodys);
  const again = async () => use(busy.size > 0 ? await ownCases(busy) : [], await casesOf(undefined));
  const timer = setInterval(() => document.hidden || again().catch(() => {}), AGAIN);
  root.append(
    h("h1", {}, t("Disputes")),
    h("p", { class: "muted" }, t("A referee hears what a player disputes and rules by the rules of the game. Here are the cases of your games, and below those of public ones.")),
    appointed(shell, rulesets, appointments),
    meetings(shell),
    mine.node, others.node, more,
    codeForm(shell),
  );
  return () => {
    clearInterval(timer);
    mine.end();
    others.end();
  };
}

/** A page of cases as rows of a queue. */
async function casesOf(token, cursor) {
  const following = cursor ? `&cursor=${cursor}` : "";
  const { disputes, next } = await get(`/v1/disputes?limit=${AT_ONCE}${following}`, { token });
  return { rows: disputes.map((one) => ({ ...one, kind: "case", number: one.dispute })), next };
}

async function allCasesOf(token) {
  const found = [];
  let page = { next: null };
  do {
    page = await casesOf(token, page.next);
    found.push(...page.rows);
  } while (page.next);
  return found;
}

/**
 * Each token is used once: all of them, or those of `busy`, which the first reading fills with the tokens that open a case. A
 * referee's token of a tournament or meeting is stored for the games in which they have cases.
 */
async function ownCases(busy) {
  const first = busy.size === 0;
  const held = heldGames().flatMap((place) => Object.entries(tokensOf(place)).map(([role, token]) => ({ place, role, token })));
  const tokens = new Map(held.toReversed().map((one) => [one.token, one]));
  if (me()) tokens.set(SESSION, { place: null, role: null, token: SESSION }); // a page of a game finds out the account's role there
  const found = new Map();
  for (const { place, role, token } of tokens.values()) {
    if (!first && !busy.has(token)) continue;
    const listed = await allCasesOf(token).catch(() => []); // a token that is no longer valid opens nothing
    if (listed.length > 0) busy.add(token);
    for (const one of listed) {
      if (role !== null && one.game !== place && role !== "organiser") keepToken(one.game, role, token);
      found.set(keyOf(one), one);
    }
  }
  return [...found.values()];
}

function moreOf(shell, first, add) {
  let next = first;
  const more = button(shell.t("More cases"), () => shell.attempt(async () => {
    const page = await casesOf(undefined, next);
    next = page.next;
    more.hidden = next === null;
    add(page.rows);
  }), { class: "btn quiet", "data-do": "more-cases", hidden: next === null });
  return more;
}

/** The meetings of this browser, which have queues of their own. */
function meetings({ t }) {
  const held = heldMeetings();
  return h("section", { class: "case-list", "aria-label": t("Meetings") }, [
    h("h2", {}, t("Meetings")),
    h("p", { class: "muted" }, t("Many tables with the same referees and one queue: a club evening, a convention, a championship.")),
    held.length > 0 && h("ul", { class: "games", id: "meetings" }, held.map(({ id, name }) => h("li", { class: "card case-row" }, pageLink(`/meetings/${id}`, name || t("A meeting"), { class: "table-name", "data-meeting": id })))),
    h("div", {}, pageLink("/meetings/new", t("New meeting"), { class: "btn", "data-do": "new-meeting" })),
  ]);
}

/** A link that was pasted instead of clicked. */
function codeForm({ t, go }) {
  const input = h("input", { name: "link", autocomplete: "off", spellcheck: "false", "aria-label": t("Link of an appointment"), class: "wide" });
  const use = () => {
    const [, address] = /(\/(?:games|tournaments|meetings)\/[0-9a-f]{32}\/referee#ki_[A-Za-z0-9_-]{43})$/.exec(input.value.trim()) ?? [];
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
