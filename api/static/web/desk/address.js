// Addresses of cases, and links that appoint a referee.
export function caseAddress(game, dispute, role) {
  const eyes = role && role !== "spectator" ? `?seat=${role.replace("seat:", "")}` : "";
  return `/games/${game}/cases/${dispute}${eyes}`;
}

/** The code is in the fragment, so that no server and no log ever sees it. */
export function refereeAddress(place, id, code) {
  return `/${place}/${id}/referee${code ? `#${code}` : ""}`;
}
