// The address of a picture of a public game, as everybody may see it, in the page's language and colours.

/** @param {"svg" | "png"} type */
export function pictureOf(t, id, version, type, more) {
  const query = new URLSearchParams({ lang: t.lang, theme: theme(), ...more });
  return `/v1/games/${id}/states/${version}.${type}?${query}`;
}

/** The page's theme, light or dark. */
function theme() {
  return document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}
