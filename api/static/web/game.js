// What the address of a game leads to: its page, the invitation to it, or a closed door.
import { inviteTo } from "./account/invites.js";
import { adoptRole } from "./account/roles.js";
import { get } from "./api.js";
import { passing } from "./connection.js";
import { invitationTo, keepToken, ownRole, sharedToken, tokenFor } from "./memory.js";
import { roleIn } from "./game/links.js";
import { gameSource } from "./game/source.js";
import { closedDoor } from "./game/entrance.js";
import { endKept, keepsEnd } from "./spoilers.js";
import { isOver } from "./standings.js";
import { gamePage } from "./gamepage.js";

/** `early`: the news for a spectator, if they were requested before this script was there. */
export async function open(root, shell, { id, version, query, early }) {
  const { turn } = shell;
  const opened = await lookOn(id);
  if (opened instanceof Error && passing(opened)) throw opened;
  if (opened instanceof Error) return closedDoor(root, shell, id, opened);
  await adoptRole(id);
  const requested = roleIn(query) ?? ownRole(id);
  const role = requested === "spectator" || tokenFor(id, requested) ? requested : "spectator";
  const code = invitationTo(id);
  const guest = code && !role.startsWith("seat:") && roleIn(query) !== "spectator";
  if (guest && (await (await import("./game/invited.js")).invited(root, shell, id, code, (ruleset) => pictureOf(shell, ruleset)))) return null;
  const source = gameSource(id, role, shell.lang, early);
  const first = await source.refresh().catch((problem) => problem);
  if (passing(first)) throw first;
  if (first instanceof Error) return closedDoor(root, shell, id, first);
  const ruleset = await shell.rulesets.one(first.doc.ruleset);
  if (isOver(first.doc) && keepsEnd(id, role, query)) return endKept(root, shell, { id, version, doc: first.doc, ruleset });
  const invite = first.doc.status === "waiting" && !role.startsWith("seat:") ? await inviteTo(shell, id) : null;
  const page = gamePage(root, shell, { id, role, source, ruleset, invite, missing: role === requested ? null : requested, left: () => turn !== shell.turn, firstPicture: () => pictureOf(shell, ruleset) });
  await page.begin(first, version ? Number(version) : null).catch((problem) => (page.close(), Promise.reject(problem)));
  return page.close;
}

/** Needed only before a game. */
const pictureOf = async (shell, ruleset) => (await import("./learn/firstscene.js")).firstScene(shell, ruleset);

/** Accept the token of a link to a shared analysis; ignore other tokens in links, which could be an attack. */
async function lookOn(id) {
  const token = sharedToken();
  const found = token && (await get(`/v1/games/${id}`, { token }).catch((problem) => problem));
  if (found?.viewer === "watcher") keepToken(id, found.viewer, token);
  return found;
}
