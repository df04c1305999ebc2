// What a game's document says at a glance.
import { said } from "./i18n.js";

const OVER = ["finished", "abandoned"];

/** Nobody can do anything in it any more. */
export const isOver = ({ status }) => OVER.includes(status);

/** Whoever comes may look on: neither private nor an analysis of somebody's. */
export const isOpen = ({ visibility, forked }) => visibility === "public" && !forked;

/** The number of the seat that a viewer is; null for others. */
export const seatOf = (viewer) => (viewer?.startsWith("seat:") ? Number(viewer.slice(5)) : null);

export function seatName(t, seats, number) {
  return seats.find(({ seat }) => seat === number)?.name || t("Seat {n}", { n: number });
}

/** As where several are chosen from: "2: Ola". */
export const numbered = (t, seats, number) => `${number}: ${seatName(t, seats, number)}`;

export function namesOf(t, seats, numbers) {
  return numbers.map((number) => seatName(t, seats, number)).join(", ");
}

/** What a ruleset is called, of all that there are; its identifier when it is none of them. */
export function rulesetName(rulesets, ruleset, lang) {
  return said(rulesets.find(({ id }) => id === ruleset)?.name ?? ruleset, lang);
}
