// Which of its two drawings a stage shows: "wide", or "tall" where its place is higher than it is wide.

/** `ctx.shape` decides where there is no window (pictures) or where the page knows better. */
export function shapeOf(root, { shape }) {
  if (shape) return shape;
  return root.clientHeight > root.clientWidth ? "tall" : "wide";
}

/** Call `change(shape)` whenever the other drawing fits better; returns the function that ends it. */
export function watchShape(root, ctx, change) {
  let now = shapeOf(root, ctx);
  if (ctx.shape) return () => {};
  const watcher = new ResizeObserver(() => {
    const shape = root.clientWidth ? shapeOf(root, ctx) : now;
    if (shape !== now) change((now = shape));
  });
  watcher.observe(root);
  return () => watcher.disconnect();
}
