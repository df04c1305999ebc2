// The meetings for which this browser has tokens, with their names.
import { keepToken, remember, remembered } from "../memory.js";

/** {id, name}: the one opened last stands first. */
export const heldMeetings = () => Object.entries(remembered("meetings", {})).map(([id, name]) => ({ id, name })).reverse();

/** Remember a meeting with its name; it moves to the front. */
export function keepMeeting(id, name) {
  const { [id]: _, ...others } = remembered("meetings", {});
  remember("meetings", { ...others, [id]: name });
}

export function keepMeetingToken(id, name, role, token) {
  keepToken(id, role, token);
  keepMeeting(id, name);
}
