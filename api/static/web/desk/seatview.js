// What a referee asks the service from a seat's viewpoint, at a version that they may see so.
import { get } from "../api.js";
import { whyNot } from "../game/whynot.js";
import { lentAt, lentTo } from "./lent.js";

/**
 * {stateAt(version, seat), legalAt(version, seat), why(version, seat, action)} of the game whose case `now()` returns; without
 * a view that has been read, the state is the viewer's own.
 */
export function seatViews(shell, source, ruleset, now) {
  const { path, token, role } = source;
  const as = (version, seat) => (lentAt(lentTo(now(), role), seat, version)?.read ? { as: `seat:${seat}` } : null);

  function stateAt(version, seat) {
    const eyes = as(version, seat);
    return eyes ? get(`${path}/states/${version}?${new URLSearchParams(eyes)}`, { token }) : source.stateAt(version);
  }

  /** A seat's legal actions: from its viewpoint if the game hides anything, otherwise from everybody's. */
  function legalAt(version, seat) {
    const query = new URLSearchParams({ labels: "true", version: String(version), ...(as(version, seat) ?? { seat: String(seat) }) });
    return get(`${path}/legal-actions?${query}`, { token });
  }

  const why = (version, seat, action) => {
    const post = (rest, body) => source.post(`${rest}?seat=${seat}`, body);
    return whyNot(shell, { source: { post }, ruleset, version }, action);
  };
  return { stateAt, legalAt, why };
}
