// Short facts from a game's document.
import { titleOf } from "./rulesettitle.js";

const OVER = ["finished", "abandoned"];

/** Before the start there is no position to see. */
export const hasBegun = ({ view }) => Object.keys(view).length > 0;

/** Whether nobody can act in it any more. */
export const isOver = ({ status }) => OVER.includes(status);

/** Whether everybody may watch: neither private nor an analysis. */
export const isOpen = ({ visibility, forked }) => visibility === "public" && !forked;

/** The seat number of a viewer; null if the viewer is no seat. */
export const seatOf = (viewer) => (viewer?.startsWith("seat:") ? Number(viewer.slice(5)) : null);

export function seatName(t, seats, number) {
  return seats.find(({ seat }) => seat === number)?.name || t("Seat {n}", { n: number });
}

/** The label in a list of seats: "2: Ola". */
export const numbered = (t, seats, number) => `${number}: ${seatName(t, seats, number)}`;

export function namesOf(t, seats, numbers) {
  return numbers.map((number) => seatName(t, seats, number)).join(", ");
}

/** The name of a ruleset from the list of all; its identifier if it is unknown. */
export function rulesetName(rulesets, ruleset, lang) {
  const found = rulesets.find(({ id }) => id === ruleset);
  return found ? titleOf(found, lang) : ruleset;
}
