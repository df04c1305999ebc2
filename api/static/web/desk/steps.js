// The viewer's possible actions in a case, as forms.
import { partySteps } from "./partysteps.js";
import { refereeSteps } from "./refereesteps.js";
import { seatOf } from "../standings.js";

/**
 * Forms by the data that they depend on: each is replaced only when that has changed, so that no typed text is lost.
 * @returns {[string, () => HTMLElement][]}
 */
export function stepsOf(shell, desk, file) {
  const seat = seatOf(desk.role);
  if (seat !== null) return partySteps(shell, desk, file.doc, seat);
  return desk.role.startsWith("referee:") ? refereeSteps(shell, desk, file, Number(desk.role.slice(8))) : [];
}
