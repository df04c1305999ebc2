// Run in the page: show a board one state of a game after the other, in a place of one size. Answers what is wrong.
async ({ board, ruleset, states, size: [width, height], least }) => {
    const { mount } = await import(board);
    const root = document.querySelector("#board");
    Object.assign(root.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 9 });
    [root.style.width, root.style.height] = [`${width}px`, `${height}px`];
    const shown = mount(root, { act: async () => {}, why() {}, t: (english, values = {}) => english.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole), announce() {} });
    const box = (node) => node.getBoundingClientRect();
    const there = (node, x, y) => node.contains(document.elementFromPoint(x, y));
    const inSight = (node) => {
        const { left, top, right, bottom, width, height } = box(node);
        if (left < -1 || top < -1 || right > root.clientWidth + 1 || bottom > root.clientHeight + 1) return false;
        return [0.5, 0.12, 0.88].some((part) => there(node, left + part * width, top + height / 2) || there(node, left + width / 2, top + part * height));
    };
    const apart = (a, b) => {
        const [one, other] = [box(a), box(b)];
        return Math.min(one.right, other.right) - Math.max(one.left, other.left) < 2 || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 2;
    };
    const part = (a, b) => {
        const [one, other] = [box(a), box(b)];
        const [across, down] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
        return (Math.max(0, across) * Math.max(0, down)) / Math.min(one.width * one.height, other.width * other.height);
    };
    /** What a piece of the drawing is called among the targets. */
    const THINGS = [[/^castle:([^:]+):.*/, "castle:$1"], [/^(?:hand:\d+|warrior):[^:]+:.*/, (name) => `card:${name.split(":")[2]}`], [/^pawn:\w+:(\w+)$/, "field:$1"], [/^tile:(\d+:\w+):.*/, "space:$1"], [/^relic:(\d+:\w+):.*/, "relic:$1"], [/^card:\w+$/, "$&"]];
    const thingOf = (name) => THINGS.filter(([look]) => look.test(name)).map(([look, as]) => name.replace(look, as));
    /** Things of which no element lies over a drawing of theirs. */
    const shifted = () => {
        const pieces = Map.groupBy(root.querySelectorAll(".kb-art [data-fly]"), ({ dataset }) => thingOf(dataset.fly)[0]);
        const elements = (thing) => [...root.querySelectorAll(`.kb-targets [data-thing="${thing}"]`)];
        return [...pieces.keys()].filter((thing) => thing && elements(thing).length && !elements(thing).some((node) => pieces.get(thing).some((piece) => part(node, piece) > 0.9)));
    };
    const inHand = (node) => node.dataset.pick.startsWith("hand");
    const named = (node) => node.dataset.pick ?? node.className;
    const wrong = new Set();
    const frames = new Set();
    let decisions = 0;
    for (const state of states) {
        shown.update({ ...state, ruleset });
        while (root.hidden) await new Promise((go) => setTimeout(go, 10));
        const targets = [...root.querySelectorAll(".kb-target.can, .kb-bar > .btn")];
        decisions += 1;
        if (targets.length === 0) wrong.add("nothing can be chosen");
        if (root.querySelector(".kb-more")) wrong.add(`in a list: ${[...root.querySelectorAll(".kb-more [data-action]")].map((it) => it.dataset.action).join()}`);
        for (const node of targets) {
            const { width, height } = box(node);
            if (!inSight(node)) wrong.add(`out of sight: ${named(node)}`);
            if (Math.min(width, height) < least) wrong.add(`small: ${named(node)} ${width} by ${height}`);
        }
        for (const [i, one] of targets.entries()) for (const other of targets.slice(i + 1)) if (!apart(one, other) && !(inHand(one) && inHand(other))) wrong.add(`over each other: ${named(one)}, ${named(other)}`);
        for (const thing of shifted()) wrong.add(`not over its drawing: ${thing}`);
        const frame = [".kb-frame", ".kb-prompt"].map((name) => box(root.querySelector(name)));
        frames.add(frame.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)).join());
        const question = root.querySelector(".kb-question");
        if (question && question.scrollHeight > question.clientHeight + 1) wrong.add(`cut: ${question.textContent}`);
        for (const node of root.querySelectorAll(".kb-stage, .kb-prompt, .kb-bar")) if (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1) if (!node.matches(".kb-stage")) wrong.add(`runs over: ${node.className} ${node.textContent}`);
    }
    if (frames.size > 1) wrong.add(`moves: ${[...frames].join(" | ")}`);
    shown.destroy();
    return { wrong: [...wrong], decisions };
}
