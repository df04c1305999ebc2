// Addresses of places.
export const playerAddress = (name) => `/players?name=${encodeURIComponent(name)}`;
export const peopleAddress = (name) => `/people/${encodeURIComponent(name)}`;
