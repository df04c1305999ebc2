// What a game came to: its sides by rank, and one sentence from the viewer's side.
import { hasBegun, seatName } from "../standings.js";

/** The scores of so many sides have room in a sentence; those of more are in the table alone. */
const FEW = 3;
const PLACES = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
const WITHDRAWN = { resigned: "resigned", time: "time-ran-out" };

/** The sides by rank as {seats, place, score, wins}; players of one team are one side. */
export function sidesOf({ seats, outcome: { ranking, scores, winners } }) {
  const sideOf = (seat) => seats.find((one) => one.seat === seat)?.side ?? seat;
  const sides = [];
  for (const tied of ranking) {
    const place = sides.length + 1;
    for (const side of new Set(tied.map(sideOf))) {
      const members = tied.filter((seat) => sideOf(seat) === side);
      sides.push({ seats: members, place, score: scores[members[0]], wins: winners.includes(members[0]) });
    }
  }
  return sides;
}

/** Whether points were counted: after a resignation all scores may be 0. */
export const isCounted = ({ scores, parts }) => parts.length > 0 || Object.values(scores).some((score) => score !== 0);

export const figure = (number) => String(number).replace("-", "−");

/** "Ala and Ola". */
export const together = (t, seats, numbers) => new Intl.ListFormat(t.lang).format(numbers.map((seat) => seatName(t, seats, seat)));

/** `seat` is the viewer's, null for a watcher; `events` are those of the game. */
export function sentenceOf(t, doc, seat, events) {
  const { outcome, seats } = doc;
  if (!outcome) return t(hasBegun(doc) ? "The game was abandoned." : "The table was ended before the game began.");
  if (outcome.reason === "void") return t("A referee has made this game void.");
  const cause = causeOf(t, doc, seat, events);
  if (cause) return t("{cause}: {consequence}.", { cause, consequence: consequence(t, doc, seat) });
  return seats.length === 1 ? alone(t, doc, seat) : played(t, doc, seat);
}

function alone(t, { seats, outcome }, seat) {
  const n = outcome.scores[1];
  return seat ? t("You scored {n} points.", { n }) : t("{name} scored {n} points.", { n, name: seatName(t, seats, 1) });
}

/** What ended a game that was not played to its end, or changed its result afterwards; "" for others. */
function causeOf(t, { seats, outcome: { reason } }, seat, events) {
  if (reason === "ruling") return t("A referee has ruled");
  const type = WITHDRAWN[reason];
  const data = type && events.findLast((one) => one.type === type && one.data.outcome)?.data;
  if (!data) return "";
  const out = data.seats ?? [data.seat];
  const names = together(t, seats, out);
  if (type === "resigned") return out.includes(seat) ? t("You resigned") : t("{names} resigned", { names });
  return out.includes(seat) ? t("Your time ran out") : t("Time ran out for {names}", { names });
}

function consequence(t, { seats, outcome: { winners } }, seat) {
  if (winners.length === 0) return t("nobody wins");
  if (winners.includes(seat)) return t("you win");
  return t("{names} win", { n: winners.length, names: together(t, seats, winners) });
}

function played(t, doc, seat) {
  const sides = sidesOf(doc);
  const own = sides.find((side) => side.seats.includes(seat));
  const points = pointsOf(t, doc.outcome, sides);
  if (!sides.some(({ wins }) => wins)) return points ? t("Nobody wins, {points}.", { points }) : t("Nobody wins.");
  if (!own) return watched(t, doc, sides, points);
  return own.wins ? won(t, doc, sides, own, points) : lost(t, sides, own, points);
}

/** The scores by rank, the winner's first; "" where they do not explain it, or there are too many. */
function pointsOf(t, outcome, sides) {
  const falls = sides.every(({ score }, i) => i === 0 || score <= sides[i - 1].score);
  return sides.length <= FEW && isCounted(outcome) && falls ? sides.map(({ score }) => figure(score)).join(t(" to ")) : "";
}

function won(t, { seats }, sides, own, points) {
  const others = sides.filter((side) => side.wins && side !== own).flatMap((side) => side.seats);
  const names = together(t, seats, others);
  if (names) return points ? t("You share the win with {names}, {points}.", { names, points }) : t("You share the win with {names}.", { names });
  return points ? t("You won, {points}.", { points }) : t("You won.");
}

function lost(t, sides, own, points) {
  const place = t(PLACES[own.place]);
  if (sides.length > 2) return points ? t("You came {place}, {points}.", { place, points }) : t("You came {place}.", { place });
  const [most, least] = sides.map(({ score }) => figure(score));
  return points ? t("You lost {most} to {least}.", { most, least }) : t("You lost.");
}

function watched(t, { seats }, sides, points) {
  const winning = sides.filter(({ wins }) => wins);
  const numbers = winning.flatMap((side) => side.seats);
  const values = { n: numbers.length, names: together(t, seats, numbers), points };
  if (winning.length > 1) return points ? t("{names} share the win, {points}.", values) : t("{names} share the win.", values);
  return points ? t("{names} win, {points}.", values) : t("{names} win.", values);
}
