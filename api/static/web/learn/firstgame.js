// A first game: a real one against the bot, short if the options allow it, with lessons beside it.
import { button } from "../ui.js";
import { startGame } from "../starting.js";
import { beginLessons, runningLessons } from "./progress.js";

const SHORT = new Map(Object.entries({ touche: { set_choice: "agreed", set: "squares", need: { square: 1 } } }));

/** Begins a first game, or continues the one that was begun. */
export function firstGame(shell, ruleset, look = "btn primary") {
  const { t } = shell;
  const running = runningLessons(ruleset);
  if (running) return button(t("Continue the first game"), () => shell.go(`/games/${running}`), { class: look, "data-first": ruleset });
  return button(t("Play a first game"), () => shell.attempt(async () => {
    const id = await startGame(t, { ruleset, seats: ["me", "greedy"], options: SHORT.get(ruleset) ?? {}, visibility: "private" });
    beginLessons(id, ruleset);
    await shell.go(`/games/${id}`);
  }), { class: look, "data-first": ruleset, title: t("Teaches by doing, in five minutes") });
}
