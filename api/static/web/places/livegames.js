// The public games as they change: a list of them, read once and then followed.
import { get } from "../api.js";
import { kindOfClock } from "../clock/time.js";
import { follow } from "../follow.js";

const IDLE = 4000;

/** {games, next, read(...queries), more(query), take(event)}: `games` by id; `wanted(game)` says which of those that are new belong here. */
export function liveGames(wanted) {
  const games = new Map();
  const model = { games, next: null, position: undefined };
  const put = (game) => {
    const known = games.get(game.id);
    if (known ? known.version <= game.version : wanted(game)) games.set(game.id, game);
  };
  const page = (query) => get(`/v1/games?${new URLSearchParams(query)}`);
  return Object.assign(model, {
    /** The games of these queries, in place of all that nothing was heard of meanwhile. */
    async read(...queries) {
      const before = [...games];
      const found = await Promise.all(queries.map(page));
      for (const [id, game] of before) if (games.get(id) === game) games.delete(id);
      found.forEach((one) => one.games.forEach(put));
      model.next = found[0].next;
    },
    /** The following page of a query. */
    async more(query) {
      const found = await page({ ...query, cursor: model.next });
      found.games.forEach(put);
      model.next = found.next;
    },
    take({ id, type, data }) {
      model.position = id;
      const game = JSON.parse(data);
      if (type === "game") put(game);
      if (type === "gone") games.delete(game.id);
      return game.id;
    },
  });
}

/** Calls `changed(id)` after each change, and `again()` when games may have been missed; returns the function that ends it. */
export function followGames(model, { again, changed, refused }) {
  return follow("/v1/stream", {
    after: () => model.position,
    opened: again, // a game may have started between the request and the stream
    news: (event) => (event === null ? again() : changed(model.take(event))),
    refused,
    idle: IDLE,
  });
}

export const pace = (game) => kindOfClock(game.clock?.terms);
