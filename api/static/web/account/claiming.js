// A guest's seat is taken into the account that is signed in: its token is dead from then on, and the session opens it.
import { accountHash, claimMessage } from "../audit/claims.js";
import { b64u } from "../audit/bytes.js";
import { cupOf } from "../cups.js";
import { SESSION, keepToken, tokensOf } from "../memory.js";
import { seatOf } from "../standings.js";
import { hasKey, signerOf } from "../trust/keys.js";
import { button } from "../ui.js";
import { me } from "./me.js";
import { make } from "./requests.js";
import { saying } from "./window.js";

const SALT_BYTES = 16;
const OPEN = ["waiting", "playing", "suspended"];

/** Whether the seat of `role` can be taken into the account: this browser has its token, and its key where it has one. */
export async function claimable({ id, doc, role }) {
  const held = tokensOf(id);
  const row = doc?.seats.find(({ seat }) => seat === seatOf(role));
  const isGuest = row?.name && row.guest && !row.bot && held[role] && held[role] !== SESSION;
  const sits = Object.entries(held).some(([one, token]) => one.startsWith("seat:") && token === SESSION);
  if (!me() || !isGuest || sits || cupOf(id) || doc.tournament || doc.imported || !OPEN.includes(doc.status)) return false;
  return row.key === null || hasKey(id, row.seat, row.key);
}

/** One click, which names the account. `leave()` ends what uses the token, which stops working; `then()` follows in any case. */
export function claimButton(shell, { id, doc, role }, { leave = () => {}, then }, kind = "") {
  const { t } = shell;
  const work = () => shell.attempt(async () => {
    leave();
    await saying(() => claim(id, doc, seatOf(role)), REFUSED).finally(then);
  });
  return button(t("Take this seat into the account {name}", { name: me().name }), work, { class: `btn small ${kind}`, "data-do": "claim-seat" });
}

const REFUSED = {
  "gone-elsewhere": "This seat cannot be taken into your account: you may already have a seat there, or the game is over.",
  forbidden: "This seat cannot be taken into your account: whoever judges a game, or owns a bot's account, cannot play in it.",
};

/** The key signs for the account before anything is sent. */
async function claim(id, { seats }, seat) {
  const salt = b64u(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const signer = seats.find((one) => one.seat === seat).key && (await signerOf(id, seat));
  const sig = signer ? await signer.sign(claimMessage(id, seat, await accountHash(salt, me().id))) : undefined;
  await make(`/v1/games/${id}/seats/${seat}/claims`, { token: tokensOf(id)[`seat:${seat}`], account_salt: salt, sig });
  keepToken(id, `seat:${seat}`, SESSION);
}
