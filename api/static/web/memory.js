// What this browser remembers: tokens of seats, the player's name, language, looks, checkpoints of checked games.
// Tokens stay here. They travel in headers, and in the body of a request to sit down or to become a referee.

/** What the browser does not want to keep, as private windows and full ones do not: kept until the page is left. */
const passing = new Map();

/** Where the browser keeps what is remembered by this name. */
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

/** Whether tokens that this page holds are gone when it is left. */
export const forgetful = () => passing.has("tokens");

export const remembered = read;
export const remember = write;

/** Tokens of a game by role: "seat:1", "organiser", "auditor", "analyst", "watcher". */
export function tokensOf(game) {
  return read("tokens", {})[game] ?? {};
}

/** All that this browser holds of a game or tournament: whoever sits down or becomes a referee shows it, for nobody is both. */
export const heldTokens = (place) => Object.values({ ...tokensOf(place), ...read("cups", {})[place] });

export function keepToken(game, role, token) {
  const all = read("tokens", {});
  write("tokens", { ...all, [game]: { ...all[game], [role]: token } });
}

const CODE = /^#(ki_[A-Za-z0-9_-]{43})$/;

/** The code of an invitation to this game: it comes behind the # of an address, and leaves the address at once. */
export function invitationTo(game) {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code) {
    write("invitations", { ...read("invitations", {}), [game]: code });
    history.replaceState(null, "", location.pathname + location.search);
  }
  return read("invitations", {})[game];
}

const SHARED = /^#(kr_[A-Za-z0-9_-]{43})$/;

/** The token in a link to a shared analysis: it comes behind the # of an address, and leaves the address at once. */
export function sharedToken() {
  const [, token] = SHARED.exec(location.hash) ?? [];
  if (token) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

export function forgetInvitation(game) {
  const { [game]: _, ...others } = read("invitations", {});
  write("invitations", others);
}

/** Tokens of a game that are kept no longer. */
export function forgetGame(game) {
  const { [game]: _, ...others } = read("tokens", {});
  write("tokens", others);
}

/** The games that this browser holds tokens of. */
export function heldGames() {
  return Object.keys(read("tokens", {}));
}

/** Whose eyes a game is looked at with when the address does not say: the first seat held, or nobody's. */
export function ownRole(game) {
  const held = Object.keys(tokensOf(game)).sort();
  return held.find((role) => role.startsWith("seat:")) ?? held.find((role) => role === "analyst" || role === "watcher") ?? "spectator";
}

/** The token for a role. Spectators ask as organiser or referee of the game if they are that; these see no more. */
export function tokenFor(game, role) {
  const held = tokensOf(game);
  return held[role] ?? (role === "spectator" ? (held.organiser ?? held[refereeOf(game)]) : undefined);
}

/** "referee:2" where this browser holds the token of a referee of the game. */
export function refereeOf(game) {
  return Object.keys(tokensOf(game)).findLast((role) => role.startsWith("referee:"));
}
