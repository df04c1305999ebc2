// The own seat and the account that is signed in: a guest's may be taken into it; the account's may have its key in another browser.
import { claimButton, claimable } from "../account/claiming.js";
import { goOnHere } from "../account/goingon.js";
import { SESSION, tokensOf } from "../memory.js";
import { hasKey } from "../trust/keys.js";
import { button, h, show } from "../ui.js";

const UNDER_WAY = ["playing", "suspended"];
const ELSEWHERE = "The key of your seat is in another browser, so your moves are made there. If you go on here, this browser makes a new key and only it can act from then on. Without the word of the old key the account of the game says so, for everybody to see.";

/**
 * {node, claim, elsewhere(), update(head, seat)}: `node` is shown while the seat's key is in another browser, which `elsewhere` says;
 * `claim` offers to take the seat into the account. `leave()` closes the page, `changed()` draws it again.
 */
export function ownSeat(shell, { id, role, leave, changed }) {
  const { t } = shell;
  const node = h("section", { class: "card notice", id: "seat-elsewhere", hidden: true, "aria-label": t("Your seat") });
  const claim = h("section", { class: "card notice", id: "seat-claim", hidden: true, "aria-label": t("Your seat") });
  const state = { asked: "", elsewhere: false };
  const goOn = () => shell.attempt(async () => {
    await goOnHere(id, state.seat);
    await shell.open();
  });

  async function look(doc, seat) {
    const key = doc.seats.find((one) => one.seat === seat)?.key;
    const isOwn = key && tokensOf(id)[`seat:${seat}`] === SESSION && doc.viewer === `seat:${seat}`;
    const elsewhere = Boolean(isOwn) && UNDER_WAY.includes(doc.status) && !(await hasKey(id, seat, key));
    const may = await claimable({ id, doc, role });
    draw(doc, may);
    if (state.elsewhere === elsewhere) return;
    Object.assign(state, { elsewhere, seat });
    node.hidden = !elsewhere;
    show(node, t.lang, h("p", {}, t(ELSEWHERE)), h("div", { class: "bar" }, button(t("Go on here"), goOn, { class: "btn primary", "data-do": "go-on-here" })));
    changed();
  }

  function draw(doc, may) {
    claim.hidden = !may;
    show(claim, [t.lang, may], may && [h("p", {}, t("You sit here as a guest. In your account the seat opens on all your devices, and this cannot be undone.")), claimButton(shell, { id, doc, role }, { leave, then: shell.open })]);
  }

  function update({ now: { doc } }, seat) {
    const asked = JSON.stringify([doc.status, doc.viewer, doc.seats]);
    if (asked === state.asked) return;
    state.asked = asked;
    void shell.attempt(() => look(doc, seat));
  }
  return { node, claim, elsewhere: () => state.elsewhere, update };
}
