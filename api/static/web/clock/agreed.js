// What the events of a game say about agreements at the table, about seats that left it, and about a suspension.
import { TABLES } from "../audit/tables.js";

const DAY = 86_400_000;
const RETURNS = 3;
/** The types of events that are not of a ruleset. */
export const OF_THE_TABLE = new Set(Object.values(TABLES).flatMap(({ own }) => Object.keys(own)));
/** What an event uses up, or lets fall. What the operator of the service does, or a seat with its own device, needs nobody's agreement. */
const USED = { "game-suspended": ({ why }) => (why ? undefined : "suspend"), "game-abandoned": () => "abandon", "seat-reassigned": ({ seat }, actor) => (actor === "organiser" ? `reassign:${seat}` : undefined) };

/** By what is agreed ("suspend", "abandon", "reassign:2"), the seats that agree: until it is used, the game goes on, or a case is opened. */
export function agreements(events) {
  const found = new Map();
  for (const { type, actor, data } of events) {
    if (type === "agreed") found.set(data.to, new Set([...(found.get(data.to) ?? []), data.seat]));
    else if (type === "dispute-opened" || !OF_THE_TABLE.has(type)) found.clear();
    else found.delete(USED[type]?.(data, actor));
  }
  return found;
}

/**
 * By seat {bot, left, never}, for seats that ever left: the bot that plays for it, null if nobody does; how often it may still come back;
 * `never` is "resigned" or "excluded", until the organiser gives it to somebody else, and otherwise null.
 */
export function absences(events) {
  const found = new Map();
  const change = (seat, more) => found.set(seat, { bot: null, left: RETURNS, never: null, ...found.get(seat), ...more });
  for (const { type, actor, data } of events) {
    const { bot = null, left = RETURNS } = found.get(data.seat) ?? {};
    if (type === "seat-left" || type === "seat-excluded") change(data.seat, { bot: data.bot });
    if (type === "resigned") change(data.seat, { never: "resigned" });
    if (type === "seat-excluded") change(data.seat, { never: "excluded" });
    if (type === "seat-returned" || (type === "seat-reassigned" && actor === "organiser" && bot)) change(data.seat, { bot: null, left: Math.max(0, left - 1), never: null });
  }
  return found;
}

/** The seats of people who are at the table: no bots, and nobody for whom a bot plays. */
export function present({ seats }, events) {
  const gone = absences(events);
  return seats.filter(({ name, bot, seat }) => name !== null && !bot && !gone.get(seat)?.bot).map(({ seat }) => seat);
}

/** Whether everybody at the table has agreed, and somebody is there; `agreed` are the seats that have. */
export function allAgree(doc, events, agreed = new Set()) {
  const seats = present(doc, events);
  return seats.length > 0 && seats.every((seat) => agreed.has(seat));
}

/** When everybody at the table may end the organiser's suspension of a game, in milliseconds; null if it is not suspended. */
export function endableFrom(events) {
  const last = events.findLast(({ type, data }) => (type === "game-suspended" || type === "game-resumed") && !data.why);
  return last?.type === "game-suspended" ? Date.parse(last.at) + DAY : null;
}
