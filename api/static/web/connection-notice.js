// The notice about the connection to the service; empty while all is well, and while a page that woke asks whether it is.
import { h, show } from "./ui.js";
import { lineState, watchLine } from "./connection.js";

/** "Reconnecting…", "Offline since 19:05"; while the connection is live, why there is a notice at all. */
export function lineWords(t, { kind, since, stored }) {
  if (kind === "live") return t("Your move is sent again…");
  if (kind === "checking") return t("Checking…");
  if (kind === "reconnecting") return t("Reconnecting…");
  return t(stored ? "As of {time}, offline" : "Offline since {time}", { time: momentOf(t, since) });
}

/** The time, and the day if it is another one. */
export function momentOf(t, since) {
  const day = since.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
  return since.toLocaleString(t.lang, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** Keep the notice at the edge of the page up to date. A screen reader announces once that it is offline, and once that it is back. */
export function lineNotice(place, shell) {
  let heardOf = "live";
  const update = (state) => {
    const { t } = shell;
    place.hidden = ["live", "checking"].includes(state.kind) && state.unsent === 0;
    place.dataset.state = state.kind;
    const pending = state.kind !== "live" && state.unsent > 0 && t("Your move is saved here and will be sent when the connection is back.");
    const old = state.kind === "offline" && t("What you see is as it was then.");
    if (!place.hidden) show(place, [t.lang, state], h("strong", {}, lineWords(t, state)), [old, pending].map((text) => text && h("span", {}, text)));
    if (["checking", "reconnecting", heardOf].includes(state.kind)) return;
    heardOf = state.kind;
    shell.announce(state.kind === "live" ? t("Connected again.") : [`${lineWords(t, state)}.`, old, pending].filter(Boolean).join(" "));
  };
  watchLine(update);
  return () => update(lineState());
}
