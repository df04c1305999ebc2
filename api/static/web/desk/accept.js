// The page where a referee accepts an invitation: a code in the fragment of the address, and a name.
import { me } from "../account/me.js";
import { saying } from "../account/window.js";
import { post } from "../api.js";
import { tokensAround } from "../around.js";
import { button, field, h, on, pageLink } from "../ui.js";
import { SESSION, keepToken, remember } from "../memory.js";
import { playerName } from "../starting.js";

const OF_ACCOUNT = { "not-found": "Your account is not appointed here: it was not, has accepted already, or the organiser has withdrawn it." };
const CODE = /^#(ki_[A-Za-z0-9_-]{43})$/;
const codes = new Map();

export async function open(root, shell, { place, id }) {
  const { t } = shell;
  const [, code = codes.get(id) ?? ""] = CODE.exec(location.hash) ?? [];
  codes.set(id, code); // the page may be drawn anew
  history.replaceState(null, "", location.pathname); // the code is removed from the address at once
  shell.title(t("You are invited to be a referee"));
  const offered = playerName(t);
  const name = h("input", { name: "name", maxlength: 60, value: offered, autocomplete: "nickname" });
  const given = h("input", { name: "code", value: code, autocomplete: "off", spellcheck: "false" });
  const send = (token, more) => shell.attempt(async () => {
    const body = { ...more, tokens: await tokensAround(place, id) };
    const taken = await saying(() => post(`/v1/${place}/${id}/referees/acceptances`, { body, token }), token ? OF_ACCOUNT : {});
    keepToken(id, `referee:${taken.referee}`, taken.token ?? SESSION);
    await shell.go(place === "meetings" ? `/meetings/${id}` : "/desk");
  });
  const accept = () => {
    if (name.value.trim() !== offered) remember("name", name.value.trim());
    return send(undefined, { code: given.value.trim(), name: name.value.trim() || offered });
  };
  const form = h("form", { class: "card door", id: "referee-door" }, [
    h("h1", {}, t("You are invited to be a referee")),
    h("p", {}, t("A referee hears disputes and rules on them. Referees see what spectators see; players cannot be referees.")),
    me() && !code && h("div", { class: "bar" }, button(t("Accept as {name}", { name: me().name }), () => send(SESSION, {}), { class: "btn primary", "data-do": "accept-as-account" })),
    me() && !code && h("p", { class: "muted" }, t("Or with a code, as somebody else:")),
    field(t("Your name"), name),
    field(t("Code"), given),
    h("div", { class: "bar" }, [
      button(t("Become a referee"), accept, { class: me() && !code ? "btn" : "btn primary", "data-do": "accept" }),
      place === "games" && pageLink(`/games/${id}`, t("See the game")),
    ]),
  ]);
  on(form, "submit", (event) => {
    event.preventDefault();
    form.querySelector("[data-do=accept]").click();
  });
  root.append(form);
  return null;
}
