// The invitations by name of the account that is signed in, each with its answer.
import { decline, invitesOfMine } from "../account/invites.js";
import { get } from "../api.js";
import { enterCup } from "../cups.js";
import { emblem } from "../emblems.js";
import { gameAddress } from "../game/links.js";
import { SESSION } from "../memory.js";
import { rulesetName } from "../standings.js";
import { button, h, pageLink, show } from "../ui.js";

/** {node, read()}: hidden while there is none. */
export function invites(shell, rulesets) {
  const node = h("section", { class: "invites", hidden: true, "aria-label": shell.t("Invitations") });
  async function read() {
    const all = await Promise.all((await invitesOfMine(shell)).map(opened));
    const found = all.filter(({ doc }) => doc);
    node.hidden = found.length === 0;
    show(node, [shell.lang, found.map(({ invitation }) => invitation)], h("ul", { class: "games" }, found.map((one) => row(shell, rulesets, one, read))));
  }
  return { node, read };
}

const pathOf = ({ game, tournament }) => (game ? `/games/${game}` : `/tournaments/${tournament}`);

/** With what it is an invitation to; without where that is gone. */
async function opened(invite) {
  return { ...invite, doc: await get(`/v1${pathOf(invite)}`, { token: SESSION }).catch(() => null) };
}

function row(shell, rulesets, invite, read) {
  const { t, lang } = shell;
  const { game, by, doc, invitation } = invite;
  const name = rulesetName(rulesets, doc.ruleset, lang);
  const what = game ? name : t("Tournament: {game}", { game: name });
  const answer = (label, work, attributes) => button(t(label), () => shell.attempt(work), { ...attributes, "aria-label": `${t(label)}: ${what}` });
  return h("li", { class: "card table-row invite-row", "data-invite": invitation }, [
    emblem(doc.ruleset),
    h("div", { class: "table-what" }, [
      pageLink(pathOf(invite), what, { class: "table-name" }),
      h("div", { class: "muted" }, by ? t("{name} invites you.", { name: by.name }) : t("You are invited.")),
    ]),
    h("span", { class: "my-tools" }, [
      answer("Accept", () => accept(shell, invite).finally(read), { class: "btn primary", "data-do": "accept-invite" }),
      answer("Decline", () => decline(invite).finally(read), { class: "btn", "data-do": "decline-invite" }),
    ]),
  ]);
}

/** Whoever wants to read the terms first opens the table by its name. */
async function accept(shell, { game, tournament, seat, doc }) {
  const at = seat ?? doc.seats.find(({ name }) => name === null)?.seat;
  if (tournament) await enterCup(tournament, { seat: at });
  else await (await import("../seats.js")).sitDown(game, { seat: at });
  await shell.go(game ? gameAddress(game, `seat:${at}`) : `/tournaments/${tournament}`);
}
