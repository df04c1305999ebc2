// Arrow keys, Home and End move through the game, unless something else has a use for them.
const BUSY = "input, select, textarea, dialog, [role=tablist], .raw";

export function arrowKeys(playhead) {
  const moves = {
    ArrowLeft: () => playhead.goTo(playhead.head.version - 1),
    ArrowRight: () => playhead.goTo(playhead.head.version + 1),
    Home: () => playhead.goTo(1),
    End: () => playhead.follow(),
  };
  const pressed = (event) => {
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(BUSY)) return;
    event.preventDefault();
    move();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
