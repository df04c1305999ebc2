// A clock's new rows are an entry of the log after almost every action. They are shown on the clocks, and told nowhere else.

export const isUnsaid = ({ type }) => type === "clock-set";

/** The frame or event at a version, before the rows that end its action. */
export function saidAt(all, version) {
  const last = all[version - 1];
  return last && isUnsaid(last) ? all[version - 2] : last;
}
