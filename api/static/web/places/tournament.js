// One tournament: its players, its standings, its games, and what is next.
import { inviteTo } from "../account/invites.js";
import { me } from "../account/me.js";
import { mark } from "../guests.js";
import { termList } from "../clock/terms.js";
import { button, field, h, on, pageLink, select, show } from "../ui.js";
import { emblem } from "../emblems.js";
import { invitationTo, remember, seeAsGuest } from "../memory.js";
import { loadStyle } from "../boards/parts/dom.js";
import { BOT_KINDS, freeName, playerName } from "../starting.js";
import { gameAddress } from "../game/links.js";
import { invitations } from "../game/invitations.js";
import { closedDoor } from "../game/entrance.js";
import { refereesOf } from "../desk/referees.js";
import { get } from "../api.js";
import { CUP_STATUS, cupRole, cupSitter, cupTokens, enterCup, inviteToCup, readCup, seatCupBot } from "../cups.js";
import { result } from "../spoilers.js";
import { namesOf, rulesetName } from "../standings.js";

const AGAIN = 4000;
const NAME = ".cup-join [name=name]";

export async function open(root, shell, { id }) {
  const code = invitationTo(id);
  const invite = cupRole(id).startsWith("seat:") ? null : await inviteTo(shell, id);
  if (invite) seeAsGuest(id);
  await loadStyle("../places/places.css");
  const first = await read(id, code);
  if (first instanceof Error) return closedDoor(root, shell, id, first);
  const rulesets = await shell.rulesets.all();
  const node = h("div", { class: "cup" });
  const inviting = invitations(shell, id, { place: "tournaments", token: cupTokens(id).organiser, ask: (seat) => inviteToCup(id, seat) });
  root.append(node, inviting.node);
  let closed = false;
  const render = (doc) => {
    if (closed) return;
    draw(node, shell, rulesets, doc, { code, invite, changed });
    const free = doc.seats.filter(({ name }) => name === null).length;
    inviting.update({ now: { doc: { ...doc, version: `${free} free` } } });
  };
  const changed = async () => render(await readCup(id));
  render(first);
  const over = { now: first.status === "finished" && first.lag === 0 };
  const timer = setInterval(async () => {
    if (document.hidden || over.now) return;
    const doc = await read(id, code);
    if (doc instanceof Error) return;
    over.now = doc.status === "finished" && doc.lag === 0;
    render(doc);
  }, AGAIN);
  return () => {
    closed = true;
    clearInterval(timer);
  };
}

/** An invited person sees the tournament before they have a token for it. */
async function read(id, code) {
  const found = await readCup(id).catch((problem) => problem);
  if (!(found instanceof Error) || !code) return found;
  const invited = await get(`/v1/invitations/${code}`).catch((problem) => problem);
  if (invited instanceof Error || invited.tournament !== id) return found;
  const seats = Array.from({ length: invited.seats }, (_, i) => ({ seat: i + 1, name: invited.free.includes(i + 1) ? null : "…", bot: null }));
  return { id, ruleset: invited.ruleset, status: "waiting", seats, visibility: "private", games_total: null, games: [], standings: [], winners: null, lag: 0, to_reveal: [] };
}

function draw(node, shell, rulesets, doc, how) {
  const { t, lang } = shell;
  const name = rulesetName(rulesets, doc.ruleset, lang);
  shell.title(t("Tournament: {game}", { game: name }));
  const role = cupRole(doc.id);
  const typed = node.querySelector(NAME);
  const focused = typed !== null && typed === document.activeElement;
  show(node, [lang, doc], [
    h("header", { class: "places-head cup-head" }, [
      emblem(doc.ruleset),
      h("div", {}, [
        h("h1", {}, t("Tournament: {game}", { game: name })),
        h("p", { class: "muted" }, [h("span", { class: `pill status-${doc.status}`, id: "status" }, t(CUP_STATUS[doc.status])), " ", doc.games_total !== null && t("Games: {n}", { n: doc.games_total })]),
      ]),
    ]),
    next(shell, doc, role),
    doc.status === "waiting" && seats(shell, doc, role, how),
    doc.games.length > 0 && standings(shell, doc),
    doc.games.length > 0 && games(shell, doc, role),
    doc.referees && referees(shell, doc, how),
  ]);
  keepTyped(node.querySelector(NAME), typed, focused);
}

/** Somebody who is typing a name can continue, although the form was replaced because another player has joined. */
function keepTyped(now, before, focused) {
  if (!now || !before || now === before) return;
  now.value = before.value;
  if (!focused) return;
  now.focus();
  now.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/** What is next for the viewer: their game, or the winner. */
function next({ t }, doc, role) {
  const running = doc.games.find(({ status }) => status === "playing");
  if (doc.winners) return h("p", { class: "card cup-next over", role: "status" }, result(t, "Show the result", h("strong", {}, t("Won by: {names}", { names: namesOf(t, doc.seats, doc.winners) }))));
  if (!running) return null;
  const seated = role.startsWith("seat:");
  return h("div", { class: "card cup-next" }, [
    h("strong", {}, t("Game {n} of {all} is being played.", { n: running.number, all: doc.games_total })),
    pageLink(gameAddress(running.id, seated ? role : null), t(seated ? "Play" : "Watch"), { class: "btn primary", "data-do": "next-game" }),
  ]);
}

function referees(shell, { id, meeting, referees: all }, { changed }) {
  const { organiser } = cupTokens(id);
  return h("div", { class: "card" }, [
    meeting && h("p", {}, pageLink(`/meetings/${meeting}`, shell.t("The meeting that it belongs to"), { "data-do": "meeting" })),
    refereesOf(shell, { kind: "tournaments", id, organiser }, all, changed),
  ]);
}

function seats(shell, doc, role, { code, invite, changed }) {
  const { t } = shell;
  const free = doc.seats.filter(({ name }) => name === null);
  const may = !role.startsWith("seat:") && free.length > 0 && (doc.visibility === "public" || code || invite || cupTokens(doc.id).organiser);
  const isBarred = doc.accounts === "required" && !me();
  return h("section", { class: "card cup-seats" }, [
    h("h2", {}, t("Seats")),
    doc.clock && termList(t, doc.clock),
    h("ul", { class: "seats" }, doc.seats.map((one) => seat(shell, doc, one, changed))),
    may && isBarred && h("p", { id: "account-first" }, t("Only people with an account sit down at this table. Everybody may watch.")),
    may && !isBarred && joinForm(shell, doc, free, { code, invite, changed }),
  ]);
}

function seat(shell, doc, one, changed) {
  const { t } = shell;
  const { seat: number, name, bot } = one;
  const organiser = Boolean(cupTokens(doc.id).organiser);
  const bots = ["greedy", "search"].map((kind) => [kind, t(BOT_KINDS[kind])]);
  return h("li", { class: `seat seat-${number}${name ? "" : " free"}`, "data-seat": number }, [
    h("span", { class: "seat-number" }, number),
    h("span", { class: "seat-name" }, name ?? t("free")),
    mark(t, one),
    bot && h("span", { class: "pill" }, t("bot")),
    !name && organiser && bots.map(([kind, label]) => button(label, () => shell.attempt(() => seatCupBot(t, doc.id, number, kind).then(changed)), { class: "btn small quiet", "data-bot": kind })),
  ]);
}

const SEEDLESS = "In a tournament this page takes your seat without a seed and without a key: the operator could choose the draws, unless others bring seeds.";

function joinForm(shell, doc, free, { code, invite, changed }) {
  const { t } = shell;
  const offered = freeName(t, doc.seats.map((one) => one.name));
  const account = cupSitter(doc.id);
  const name = h("input", { name: "name", maxlength: 60, value: offered, autocomplete: "nickname" });
  const choice = select("seat", free.filter(({ seat: n }) => n === (invite?.seat ?? n)).map(({ seat: n }) => [String(n), t("Seat {n}", { n })]), "");
  const sit = () => shell.attempt(async () => {
    if (name.value.trim() !== offered) remember("name", name.value.trim());
    await enterCup(doc.id, { name: name.value.trim() || playerName(t), seat: Number(choice.value), visibility: invite ? "public" : doc.visibility, code });
    await changed();
  });
  const form = h("form", { class: "row cup-join" }, [account ? h("p", { class: "sits-as" }, t("You sit down as {name}.", { name: account.name })) : field(t("Your name"), name), field(t("Which seat"), choice), button(t("Sit down"), sit, { class: "btn primary", "data-do": "sit" })]);
  on(form, "submit", (event) => {
    event.preventDefault();
    void sit();
  });
  return h("div", {}, h("p", { class: "muted seedless" }, t(SEEDLESS)), form);
}

function standings({ t }, doc) {
  const most = Math.max(1, ...doc.standings.map(({ points }) => points));
  const row = ({ place, side, seats: of, points, wins }) => h("tr", {}, [
    h("td", {}, place),
    h("th", { scope: "row" }, [namesOf(t, doc.seats, of), side && h("span", { class: "pill" }, t(side))]),
    h("td", {}, h("span", { class: "metered" }, h("span", { class: "meter", vars: { "--share": String(points / most) } }), h("strong", {}, points))),
    h("td", {}, wins),
  ]);
  return h("section", { class: "card", "aria-label": t("Standings") }, [
    h("h2", {}, t("Standings")),
    result(t, "Show the standings", h("table", { class: "figures", id: "standings" }, [
      h("thead", {}, h("tr", {}, [t("Place"), t("Player"), t("Points"), t("Wins")].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, doc.standings.map(row)),
    ])),
    doc.lag > 0 && h("p", { class: "muted" }, t("Games still to be counted: {n}", { n: doc.lag })),
  ]);
}

function games({ t }, doc, role) {
  const line = ({ number, id, status, winners }) => h("li", { class: "cup-game", "data-game": id }, [
    pageLink(gameAddress(id, role.startsWith("seat:") ? role : null), t("Game {n}", { n: number })),
    h("span", { class: `pill status-${status}` }, t(status)),
    winners && result(t, "Show the result", h("span", {}, winners.length ? t("Won by: {names}", { names: namesOf(t, doc.seats, winners) }) : t("Nobody won"))),
  ]);
  return h("section", { class: "card", "aria-label": t("Games") }, [h("h2", {}, t("Games")), h("ul", { class: "cup-games" }, doc.games.map(line))]);
}
