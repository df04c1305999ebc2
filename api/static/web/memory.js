// This browser's storage: tokens of seats, the player's name, language, theme, checkpoints of checked games.
// Tokens stay here. They are sent in headers, and in the body of a request to take a seat or to become a referee.

/** In place of a token: the role belongs to the account that is signed in, and its session speaks for it. */
export const SESSION = "session";

/** Values that the browser refuses to store (private windows, full storage), until the page is closed. */
const passing = new Map();

/** The key under which a value is stored. */
export const addressOf = (name) => `kronika.${name}`;

function read(name, otherwise) {
  if (passing.has(name)) return passing.get(name);
  try {
    return JSON.parse(localStorage.getItem(addressOf(name))) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(addressOf(name), JSON.stringify(value));
    passing.delete(name);
  } catch {
    passing.set(name, value);
  }
}

/** Whether this page's tokens will be lost when it is closed. */
export const forgetful = () => passing.has("tokens");

export const remembered = read;
export const remember = write;

/** Tokens of a game by role: "seat:1", "organiser", "auditor", "analyst", "watcher". */
export function tokensOf(game) {
  return read("tokens", {})[game] ?? {};
}

/** All tokens that this browser has for a game, tournament or meeting, sent when taking a seat or becoming a referee: nobody may be both. */
export const heldTokens = (place) => Object.values({ ...tokensOf(place), ...read("cups", {})[place] }).filter((token) => token !== SESSION);

export function keepToken(game, role, token) {
  const all = read("tokens", {});
  write("tokens", { ...all, [game]: { ...all[game], [role]: token } });
}

const INVITATION = /^#(?<code>ki_[A-Za-z0-9_-]{43})?&?(?:from=(?<from>[^&]{1,400}))?$/;

/** The invitation code in the fragment of an address, which is removed from the address at once, with the name of whoever wrote the link. */
export function invitationTo(game) {
  const { code, from } = INVITATION.exec(location.hash)?.groups ?? {};
  if (code) write("invitations", { ...read("invitations", {}), [game]: code });
  if (from) write("inviters", { ...read("inviters", {}), [game]: spelled(from) });
  if (code || from) history.replaceState(null, "", location.pathname + location.search);
  return read("invitations", {})[game];
}

/** The code of the invitation that was opened last, unless it was used; undefined without one. */
export const heldInvitation = () => Object.values(read("invitations", {})).at(-1);

/**
 * The name of the person whose link was opened; "" if it names nobody among `names`, who sit at that table: anybody may write anything
 * into a link.
 */
export function inviterTo(game, names) {
  const { [game]: from } = read("inviters", {});
  return from && names.includes(from) ? from : "";
}

function spelled(text) {
  try {
    return decodeURIComponent(text).slice(0, 60);
  } catch {
    return "";
  }
}

const SHARED = /^#(kr_[A-Za-z0-9_-]{43})$/;

/** The token of a link to a shared analysis, in the fragment of an address, which is removed at once. */
export function sharedToken() {
  const [, token] = SHARED.exec(location.hash) ?? [];
  if (token) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

export const forgetInvitation = (game) => forget(game, "invitations", "inviters");

/** Delete one token of a game. */
export function forgetToken(game, role) {
  const all = read("tokens", {});
  const { [role]: _, ...others } = all[game] ?? {};
  write("tokens", { ...all, [game]: others });
}

/** Delete the roles of an account that is no longer signed in, in games, meetings and tournaments. */
export function forgetAccountRoles() {
  guestAt.clear();
  for (const name of ["tokens", "cups"]) {
    const kept = Object.entries(read(name, {})).map(([place, roles]) => [place, withoutAccount(roles)]);
    write(name, Object.fromEntries(kept.filter(([, roles]) => Object.keys(roles).length > 0)));
  }
}

const withoutAccount = (roles) => Object.fromEntries(Object.entries(roles).filter(([, token]) => token !== SESSION));

/** Delete tokens of a game, and the link for its next guest. */
export const forgetGame = (game) => forget(game, "tokens", "guests");

function forget(game, ...names) {
  for (const name of names) {
    const { [game]: _, ...others } = read(name, {});
    write(name, others);
  }
}

/** The games for which this browser has tokens. */
export function heldGames() {
  return Object.keys(read("tokens", {}));
}

/** The default viewpoint on a game, if the address names none: the first seat held, or a spectator's. */
export function ownRole(game) {
  const held = Object.keys(tokensOf(game)).sort();
  return held.find((role) => role.startsWith("seat:")) ?? held.find((role) => role === "analyst" || role === "watcher") ?? "spectator";
}

/** Private games and tournaments that the account sees because it is invited there by name; asked for anew each time. */
const guestAt = new Set();
export const seeAsGuest = (place) => guestAt.add(place);
export const guestToken = (place) => (guestAt.has(place) ? SESSION : undefined);

/** The token for a role. Spectators use an organiser's or referee's token if they have one; these see no more. */
export function tokenFor(game, role) {
  const held = tokensOf(game);
  return held[role] ?? (role === "spectator" ? (held.organiser ?? held[refereeOf(game)] ?? guestToken(game)) : undefined);
}

/** "referee:2" if this browser has a referee's token for the game. */
export function refereeOf(game) {
  return Object.keys(tokensOf(game)).findLast((role) => role.startsWith("referee:"));
}
