// How far witnesses have cosigned this game's own log, in sentences: from the game's document.

/** [text, values] for each sentence about `cosigned` of a document of so many entries; none in games that no witness was asked about. */
export function cosignedWords({ cosigned, version }) {
  if (!cosigned) return [];
  const { entries, silent } = cosigned;
  const named = { n: entries - 1, by: cosigned.by, of: cosigned.of, at: cosigned.at };
  return [
    entries > 0 && ["Cosigned up to entry {n}, {at}; witnesses: {by} of {of}.", named],
    entries > 0 && entries < version && ["Not cosigned since entry {n}.", named],
    entries === 0 && ["No witness has cosigned this game's own log yet."],
    silent.length > 0 && ["Silent witnesses: {names}.", { names: silent.join(", ") }],
  ].filter(Boolean);
}
