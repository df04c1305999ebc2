// The announcements of a game's page for screen readers: every event once, then the viewer's prompt.
import { isUnsaid, saidAt } from "../clock/unsaid.js";

/** The most sentences for several actions at once; beyond it, some headlines of turns and the last action. */
const MOST = 12;
const TURNS = 6;

/** tell(head, question): `question` is the board's current prompt for the viewer, "" if there is none. */
export function telling(shell) {
  let announced = 0;
  let prompted = 0;
  let mine = false;

  function happened({ now, version, following }) {
    if (announced === version) return;
    const news = following && version > announced ? now.frames.slice(announced, version).filter((one) => !isUnsaid(one)) : [saidAt(now.frames, version)];
    if (announced > 0 && news.length > 0) for (const text of sentences(news)) shell.announce(text);
    announced = version;
  }

  function sentences(news) {
    const { action } = news.at(-1);
    const [earlier, last] = [news.filter((one) => one.action !== action), news.filter((one) => one.action === action)];
    const all = news.length <= MOST || earlier.length === 0;
    const short = all ? earlier : earlier.filter(({ headline }) => headline).slice(-TURNS);
    const texts = [...short, ...last].map(({ text }) => text);
    return all ? texts : [shell.t("{n} events at once; in short:", { n: news.length }), ...texts];
  }

  /** At each decision; the viewer's turn is announced only when it begins. */
  function decide({ now, version }, question) {
    const [was, is] = [mine, version === now.doc.version && now.doc.to_act.includes(now.seat)];
    if (version === now.doc.version) mine = is;
    if (!is || prompted === version) return;
    prompted = version;
    shell.announce([!was && shell.t("Your turn."), question].filter(Boolean).join(" "));
  }

  return (head, question) => {
    happened(head);
    decide(head, question);
  };
}
