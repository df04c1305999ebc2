// The audit file of a game as cached by this page: read once as a whole, then extended by new parts (docs/ledger.md, section 9).
import { utf8 } from "./bytes.js";
import { growing, leafHash } from "./merkle.js";
import { readNote } from "./note.js";

const WHOLE = "kronika-audit/1";

/**
 * `read(rest)` requests a resource. {held() -> parameters for requesting news, take(part, version), whole(again) -> the file up to the known version,
 * note(), root(size)}: note is the head that the service has shown over all known entries, root that of the first entries here;
 * both are null if the file is not cached so far. `again`: what stands beside the entries may have changed without them.
 */
export function auditFile(read) {
  let file = null;
  let known = 0;
  let tree = growing();
  const size = () => file?.entries.length ?? 0;

  function take(part, version) {
    known = version;
    if (!part) return;
    const whole = part.from === undefined;
    if (!whole && part.from !== size()) return;
    file = whole ? part : joined(file, part);
    if (whole) tree = growing();
  }

  async function whole(again = false) {
    if (!file) take(await read("/audit"), known);
    else if (again || size() < known) take(await read(`/audit?after=${size()}`), known);
    return file;
  }

  async function root(wanted) {
    if (wanted > size()) return null;
    const { entries } = file;
    return tree.root(wanted, (i) => leafHash(utf8(entries[i])));
  }

  return {
    held: () => (file ? { audit: String(size()) } : {}),
    take,
    whole,
    root,
    note: () => (file && size() >= known && readNote(file.checkpoint).size === size() ? file.checkpoint : null),
  };
}

/** A file and the part that continues it, as one file. */
function joined(held, { from: _, ...part }) {
  const opened = new Set(part.disclosures.map(({ index }) => index));
  const unchanged = held.disclosures.filter(({ index }) => !opened.has(index));
  return {
    ...part,
    format: WHOLE,
    entries: [...held.entries, ...part.entries],
    draws: [...held.draws, ...part.draws],
    disclosures: [...unchanged, ...part.disclosures].sort((a, b) => a.index - b.index),
  };
}
