// Submissions to the referee's desk. A seat with a key signs them, over the salted hash of its text.
import { b64u, sha256 } from "../audit/bytes.js";

const SALT_BYTES = 16;

/** {salt, hash}: as the log will contain the text. */
async function salted(text) {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const letters = new TextEncoder().encode(text);
  return { salt: b64u(salt), hash: b64u(await sha256(Uint8Array.from([...salt, ...letters]))) };
}

/**
 * A seat's actions at the desk, through `acting` of the game's page: each returns the version after it, or null.
 * `source` posts below the game's address.
 */
export function seatAtDesk(source, acting, lang) {
  /** @param {string} path @param {any} action @param {{hash: string, name: string, text: string}} [writing] */
  async function step(path, action, fields = {}, writing = undefined, room = "/disputes") {
    const about = globalThis.crypto?.subtle && writing ? await salted(writing.text) : null;
    const signed = about ? { ...action, [writing.hash]: about.hash } : action;
    const prose = writing ? { [writing.name]: writing.text, lang } : {};
    const send = (word) => source.post(room + path, { ...fields, ...prose, ...(word.signed && about ? { salt: about.salt } : {}), ...word });
    return acting.claim(signed, send);
  }
  const about = (type, dispute) => ({ type: `table.${type}`, dispute });
  return {
    dispute: ({ from, to, wants, clauses, claim }) =>
      step("", { type: "table.dispute", from, to, wants, clauses }, { about: { from, to }, wants, clauses }, { hash: "claim_hash", name: "claim", text: claim }),
    state: (dispute, text) => step(`/${dispute}/statements`, about("statement", dispute), {}, { hash: "statement_hash", name: "text", text }),
    appeal: (dispute, text) => step(`/${dispute}/appeals`, about("appeal", dispute), {}, { hash: "grounds_hash", name: "grounds", text }),
    withdraw: (dispute) => step(`/${dispute}/withdrawals`, about("withdrawal", dispute)),
    call: ({ question, about }) =>
      step("", { type: "table.call", ...about }, about ? { about } : {}, { hash: "question_hash", name: "question", text: question }, "/calls"),
    closeCall: (call) => step(`/${call}/closings`, { type: "table.call-closing", call }, {}, undefined, "/calls"),
    waive: (dispute) => step(`/${dispute}/waivers`, about("waiver", dispute)),
    refuse: (dispute, refuse) => step(`/${dispute}/refusals`, { ...about("refusal", dispute), refuse }, { refuse }),
    /** Without a text: nothing to say. */
    answer: (dispute, text = "") =>
      step(`/${dispute}/appeals/answers`, about("appeal-answer", dispute), {}, text ? { hash: "answer_hash", name: "text", text } : undefined),
  };
}
