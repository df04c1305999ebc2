// What this client remembers: in place of the page's module of this name.

/** Where it is stored: `localStorage`, or anything with these two methods. */
export interface Storage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

const passing = new Map<string, string>();
const inMemory: Storage = { getItem: (name) => passing.get(name) ?? null, setItem: (name, value) => void passing.set(name, value) };
let storage = inMemory;

/** Remember keys, seeds and heads here from now on, instead of until the program ends. Call it before anything is signed. */
export function rememberIn(place: Storage): void {
  storage = place;
}

const addressOf = (name: string) => `kronika-client.${name}`;

export function remembered<T>(name: string, otherwise: T): T {
  const text = storage.getItem(addressOf(name));
  return text === null ? otherwise : (JSON.parse(text) as T);
}

export function remember(name: string, value: unknown): void {
  storage.setItem(addressOf(name), JSON.stringify(value));
}

/** Tokens of a game by role, such as "seat:1". */
export const tokensOf = (game: string): Record<string, string> => remembered<Record<string, Record<string, string>>>("tokens", {})[game] ?? {};

export function keepToken(game: string, role: string, token: string): void {
  remember("tokens", { ...remembered("tokens", {}), [game]: { ...tokensOf(game), [role]: token } });
}
