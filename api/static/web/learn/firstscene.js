// A picture of a game for pages about it: the first position of its rules.
import { scene } from "./scene.js";
import { SCENES } from "./scenes.js";
import { titleOf } from "../rulesettitle.js";

/** A figure, or null for a game without pictures. */
export async function firstScene(shell, ruleset) {
  const [name] = Object.values(SCENES.get(ruleset.id) ?? {});
  return name ? scene(shell, ruleset, name, shell.t("A game of {game}", { game: titleOf(ruleset, shell.lang) })) : null;
}
