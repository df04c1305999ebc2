// The Polish of rules and lessons comes with the pages that need it.
import { lessons } from "../words-pl-lessons.js";

export function withWords(t) {
  t.add(lessons);
  return t;
}
