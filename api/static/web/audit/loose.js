// Data of a format older than the closed tables: commitments and openings are recognised by their form.
import { addOpening, hideElement, hideMembers } from "./commitments.js";
import { isNode, isObject, only } from "./entries.js";
import { Failed } from "./report.js";

/** Read an array or object of entry `i`; the contents of an opening are plain. */
export function readLoosely(found, i, node, path = "/d") {
  if (isObject(node)) {
    if (only(node, ["of", "to"], ["value"])) return addOpening(found, i, node);
    if ("..." in node) throw new Failed("a hidden element is malformed");
    if ("_sd" in node) hideMembers(found, `${i}${path}`, node);
  }
  for (const [step, item] of Object.entries(node)) {
    const place = `${path}/${step}`;
    if (Array.isArray(node) && isObject(item) && only(item, ["..."])) hideElement(found, `${i}${place}`, item, null);
    else if (isNode(item) && step !== "_sd") readLoosely(found, i, item, place);
  }
}
