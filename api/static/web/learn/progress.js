// The progress of first games: the lessons already given. It is stored in this browser.
import { remember, remembered } from "../memory.js";

const all = () => remembered("lessons", {});

/** {ruleset, given: [name]} of a game with lessons; undefined for other games. */
export const lessonsOf = (game) => all()[game];

/** The unfinished game with lessons of a ruleset, if there is one. */
export const runningLessons = (ruleset) => Object.keys(all()).find((game) => all()[game].ruleset === ruleset);

export function beginLessons(game, ruleset) {
  remember("lessons", { ...all(), [game]: { ruleset, given: [] } });
}

export function lessonGiven(game, name) {
  const { ruleset, given } = lessonsOf(game);
  if (!given.includes(name)) remember("lessons", { ...all(), [game]: { ruleset, given: [...given, name] } });
}

export function endLessons(game) {
  const { [game]: _, ...others } = all();
  remember("lessons", others);
}
