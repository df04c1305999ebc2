// A new tournament uses the form of a new game.
import { open as openNewTable } from "./newgame.js";

export const open = (root, shell, request) => openNewTable(root, shell, { ...request, tournament: true });
