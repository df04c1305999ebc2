// The texts of Romans Go Home!, from the service.
import { signed } from "./romans-art.js";

/** Names of components, in the viewer's language. */
export function wordsOf(ui) {
  const { warriors, forts, clans } = ui.components;
  const find = (list, id) => list.find((one) => one.id === id);
  const fortName = (id) => find(forts, id)?.name ?? id;
  return {
    fortName,
    fort: (id) => find(forts, id),
    warrior: (id) => find(warriors, id)?.name ?? id,
    strength: (id) => find(warriors, id)?.strength,
    clanName: (id) => ui.text(find(clans, id)?.name) || id,
    fortAt: (place) => {
      const there = ui.view.wall.find((one) => one.place === place);
      return there ? ui.word("place-of-fort", { place, fort: fortName(there.fort) }) : ui.word("place", { place });
    },
  };
}

/** A fort for screen readers. */
export function fortLabel(ui, { place, fort, value }) {
  const { fortName } = wordsOf(ui);
  return ui.word("fort", { place, fort: fortName(fort), value: signed(value) });
}
