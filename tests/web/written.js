// Run in a page: every text of a drawing, with its colour as painted over nothing but its own opacity, and its box.
() => {
    const opacity = (node) => (node.matches?.(".kb-art") ? 1 : Number(getComputedStyle(node).opacity) * opacity(node.parentNode));
    const texts = [...document.querySelectorAll(".kb-art text")].filter((it) => it.textContent.trim());
    return texts.map((it) => {
        const { x, y, width, height } = it.getBoundingClientRect();
        return { text: it.textContent, fill: getComputedStyle(it).fill, opacity: opacity(it), box: [x, y, x + width, y + height] };
    });
}
