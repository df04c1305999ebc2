// What the account that is signed in is notified of: one stream for the whole page, whatever is open.
import { get } from "../api.js";
import { follow } from "../follow.js";
import { gameAddress } from "../game/links.js";
import { SESSION } from "../memory.js";
import { namesOf, rulesetName } from "../standings.js";
import { button, h, pageLink } from "../ui.js";
import { inviteTo } from "./invites.js";
import { me, watchMe } from "./me.js";
import { ask } from "./requests.js";

const IDLE = 10_000;
const SECONDS = 20;
const heard = new Set();
const line = { begun: false, of: null, end: () => {}, after: 0 };

/** Call `then(notice)` for each notice, {kind, game, seat}, and `then(null)` when some may have been missed; returns the function that ends it. */
export function watchNotices(then) {
  heard.add(then);
  return () => heard.delete(then);
}

const tell = (notice) => heard.forEach((then) => then(notice));

/** Follow the stream for as long as somebody is signed in, and say softly what happens elsewhere. */
export function followNotices(shell) {
  if (line.begun) return;
  line.begun = true;
  const toast = document.querySelector("#notices-soft");
  watchNotices((notice) => notice && SAID[notice.kind] && say(shell, toast, notice).catch(() => {})); // a game that is gone needs nobody
  watchMe(() => {
    toast.replaceChildren(); // it may name games of whoever was signed in before
    void listen();
  });
  void listen();
}

async function listen() {
  const id = me()?.id ?? null;
  if (line.of === id) return;
  line.end();
  Object.assign(line, { of: id, end: () => {} });
  if (id === null) return;
  const from = await ask("/v1/me/games?limit=1").catch(() => null);
  if (line.of !== id) return;
  line.after = from?.notices ?? 0;
  line.end = follow("/v1/me/stream", { token: SESSION, after: () => line.after, news, refused: () => tell(null), idle: IDLE });
}

function news(event) {
  if (event === null) return tell(null);
  const notice = JSON.parse(event.data);
  line.after = notice.n;
  return tell({ ...notice, kind: event.type });
}

const isOpen = ({ game }) => location.pathname.startsWith(`/games/${game}`) && !document.hidden;

/** By kind of notice: {text, address}. */
const SAID = {
  async "your-turn"({ t, lang, rulesets }, { game, seat: own }) {
    const doc = await get(`/v1/games/${game}`, { token: SESSION });
    const name = rulesetName(await rulesets.all(), doc.ruleset, lang);
    const others = doc.seats.filter(({ seat, name: who }) => who && seat !== own).map(({ seat }) => seat);
    const text = others.length > 0 ? t("Your turn in {game} against {names}.", { game: name, names: namesOf(t, doc.seats, others) }) : t("Your turn in {game}.", { game: name });
    return { text, address: gameAddress(game, `seat:${own}`) };
  },
  async invited(shell, { game }) {
    const invite = await inviteTo(shell, game);
    const text = invite.by ? shell.t("{name} invites you to a table.", { name: invite.by.name }) : shell.t("You are invited to a table.");
    return { text, address: invite.game ? gameAddress(game) : `/tournaments/${game}` };
  },
  async appointed({ t }) {
    return { text: t("You are invited to be a referee"), address: "/desk" };
  },
};

/** Politely, without taking the focus; it leaves by itself. */
async function say(shell, toast, notice) {
  if (isOpen(notice)) return;
  const { text, address } = await SAID[notice.kind](shell, notice);
  const box = h("div", { class: "soft-notice", "data-notice": notice.kind }, [
    pageLink(address, text),
    button("×", () => box.remove(), { class: "btn quiet", "aria-label": shell.t("Close") }),
  ]);
  toast.replaceChildren(box);
  setTimeout(() => box.remove(), SECONDS * 1000);
}
