// Where the account is signed in, and ending that.
import { card, day, line, list, remover } from "./parts.js";

const PATH = "/v1/me/sessions";

export function sessions(shell) {
  const { t, lang } = shell;
  const all = list(shell, PATH, {
    of: "sessions",
    row: ({ id, label, created_at: since, used_at: used, current }, again) => line(
      label || t("A browser"),
      [current && t("this browser"), t("since {date}", { date: day(since, lang) }), used && !current && t("last used {date}", { date: day(used, lang) })],
      !current && remover(shell, { label: "End", name: "end-session", path: `${PATH}/${id}`, then: again, passkey: false }),
    ),
  });
  return { node: card(t, "sessions", "Signed in", "Browsers in which this account is open. End what you do not know.", all.node), read: all.read };
}
