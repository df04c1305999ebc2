// Imports a game from a file; the service replays and checks it first.
import { button, h, on } from "./ui.js";
import { send } from "./api.js";

const TYPE = "application/vnd.kronika.game+json";

export function importer(shell) {
  const input = h("input", { type: "file", accept: "application/json,.json", hidden: true, "aria-label": shell.t("Open a saved game") });
  on(input, "change", () => shell.attempt(async () => {
    const [file] = input.files;
    const taken = await send("POST", "/v1/imports", { body: await file.text(), type: TYPE });
    await shell.go(`/games/${taken.id}`);
  }));
  return h("span", {}, button(shell.t("Open a saved game"), () => input.click(), { class: "btn quiet" }), input);
}
