// A new tournament is set like a new game.
import { open as openNewTable } from "./newgame.js";

export const open = (root, shell, asked) => openNewTable(root, shell, { ...asked, tournament: true });
