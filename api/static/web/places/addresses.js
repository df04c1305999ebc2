// Addresses of places.
export const playerAddress = (name) => `/players?name=${encodeURIComponent(name)}`;
