/** Milliseconds since the epoch as the documents of a case say them. */
export const timeOf = (ms) => new Date(ms).toISOString();
