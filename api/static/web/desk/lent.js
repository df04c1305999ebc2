// The views of seats that a referee has by the releases in force; each is seen only after a reading, which is an entry of the log.

/** [{release, seat, from, to, read}] for a viewer's role. */
export function lentTo({ releases }, role) {
  const own = releases.filter(({ referee, ended }) => ended === null && `referee:${referee}` === role);
  return own.flatMap(({ release, seats, about, readings }) =>
    seats.map((seat) => ({ release, seat, ...about, read: readings.some((one) => one.seat === seat) })));
}

/** The one for this seat at this version, if possible one that has been read. */
export function lentAt(lent, seat, version) {
  const all = lent.filter((one) => one.seat === seat && one.from <= version && version <= one.to);
  return all.find(({ read }) => read) ?? all[0];
}
