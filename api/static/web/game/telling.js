// What somebody who listens to a game's page hears: whatever happens, once, and then what is asked of him.

/** Sentences that are said of what came at once; who has been away for longer reads the list. */
const MOST = 100;

/** told(head, question): `question` is what the board asks of the viewer now, "" when nothing. */
export function telling(shell) {
  let told = 0;
  let asked = 0;
  let mine = false;

  function happened({ now, version, following }) {
    if (told === version) return;
    const news = following && version > told ? now.frames.slice(told, version).slice(-MOST) : [now.frames[version - 1]];
    if (told > 0) for (const { text } of news) shell.announce(text);
    told = version;
  }

  /** At each decision; that it is one's turn is said when it was not before. */
  function decide({ now, version }, question) {
    const [was, is] = [mine, version === now.doc.version && now.doc.to_act.includes(now.seat)];
    if (version === now.doc.version) mine = is;
    if (!is || asked === version) return;
    asked = version;
    shell.announce([!was && shell.t("Your turn."), question].filter(Boolean).join(" "));
  }

  return (head, question) => {
    happened(head);
    decide(head, question);
  };
}
