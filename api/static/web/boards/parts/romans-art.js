// Drawings of Romans Go Home!: warriors, forts, clan crests. Shapes distinguish them, not only colours.
import { drawing, h, path, s } from "./dom.js";

const WARRIORS = {
  qween: [path("M3 8.5 7.6 12 12 4.5 16.4 12 21 8.5 19 18H5z"), path("M5 19.4h14v1.9H5z"), s("circle", { cx: 12, cy: 3, r: 1.5 })],
  druhid: [path("M15.8 2.6a8.6 8.6 0 1 0 4.4 11.6 6.6 6.6 0 1 1-4.4-11.6z"), path("m6.2 17.2-3.9 3.9", "stroke")],
  svord: [path("M21.5 2.5 20 8.2 10.7 17.5 6.5 13.3 15.8 4z"), path("m4.8 12.3 6.9 6.9M7.3 16.7l-4.5 4.5", "stroke")],
  axx: [path("M10.9 2.5h2.2v19h-2.2z"), path("M13.5 4c4.3.2 7.3 2.8 7.8 7.2-2.3-1.4-5.3-1-7.8 1z"), path("M10.5 4c-4.3.2-7.3 2.8-7.8 7.2 2.3-1.4 5.3-1 7.8 1z")],
  archr: [path("M7 2.5c9 3.5 9 15.5 0 19M7 2.5v19M2.5 12h17.5M16.3 8.3 20.5 12l-4.2 3.7", "stroke")],
  filchy: [s("path", { "fill-rule": "evenodd", d: "M1.8 8.5C6 6.6 9 7.5 12 9c3-1.5 6-2.4 10.2-.5.2 5.5-2.6 8.7-5.8 8.7-2 0-3.3-1.2-4.4-2.7-1.1 1.5-2.4 2.7-4.4 2.7-3.2 0-6-3.2-5.8-8.7zm3.4 3.2c1 1.9 3.2 2.3 4.7 1-1-1.5-3-2-4.7-1zm13.6 0c-1.7-1-3.7-.5-4.7 1 1.5 1.3 3.7.9 4.7-1z" })],
  horsie: [path("M7.5 21.5h11.3c.3-6-2.1-8-2.3-11.8C16.3 5.5 13.5 3 9.8 2.8L8.6 5 5.3 8.9 3 13.2l2.3 2.4 3.5-1.3 2.4-.8c.1 3.2-4.4 4-3.7 8z")],
  chariott: [s("circle", { cx: 12, cy: 12, r: 8.7, class: "stroke" }), s("circle", { cx: 12, cy: 12, r: 2.5 }), path("M12 3.5v17M3.5 12h17M6 6l12 12M18 6 6 18", "stroke thin")],
};

const CRESTS = {
  gold: [s("circle", { cx: 12, cy: 11, r: 3.4 }), path("M12 4v2.6M12 15.4V18M5 11h2.6M16.4 11H19M7 6l1.9 1.9M15.1 14.1 17 16M17 6l-1.9 1.9M8.9 14.1 7 16", "stroke")],
  green: [path("M12 3.5c5 3.5 5 9.5 0 12.5-5-3-5-9 0-12.5z"), path("M12 8v11", "stroke")],
  red: [path("M12.5 3c.5 4 5 5.5 5 10a5.5 5.5 0 0 1-11 0c0-2.5 1.5-3.8 2.3-5.5 1 .8 1.6 1.6 1.9 2.7C12 8.5 12.7 6 12.5 3z")],
  violet: [path("M15.5 4.2A7.3 7.3 0 1 0 18 15.5 6 6 0 0 1 15.5 4.2z")],
};

const FORT_SIGNS = {
  niefort: [path("M-7 20V3a7 7 0 0 1 14 0v17z", "gate")],
  komfort: [path("M0 13C-11 6-8-3-3-3c2 0 3 2 3 2s1-2 3-2c5 0 8 9-3 16z", "sign")],
  fokus: [s("circle", { cy: 5, r: 8, class: "sign-line" }), s("circle", { cy: 5, r: 3, class: "sign" }), path("M0-6v5M0 11v5M-11 5h5M6 5h5", "sign-line")],
  fortuna: [path("M0 5C-2-1-9-3-9 2s6 4 9 3zM0 5c6-2 8-9 3-9s-4 6-3 9zM0 5c2 6 9 8 9 3s-6-4-9-3zM0 5c-6 2-8 9-3 9s4-6 3-9z", "sign"), path("M0 5c1 5 3 8 6 11", "sign-line")],
  fortheca: [path("M0-5c6 0 9 4 9 8.5 0 3-1.5 4.5-3.5 5.5L5 13H-5l-.5-4C-7.5 8-9 6.5-9 3.5-9-1-6-5 0-5z", "sign"), s("circle", { cx: -3.5, cy: 3.5, r: 2.3, class: "hole" }), s("circle", { cx: 3.5, cy: 3.5, r: 2.3, class: "hole" }), path("M-1.2 9 0 6.5 1.2 9z", "hole")],
};

const copy = (nodes) => nodes.map((node) => node.cloneNode(true));

export function warriorIcon(warrior) {
  return drawing("0 0 24 24", { class: "w-sign" }, copy(WARRIORS[warrior] ?? []));
}

export function crest(clan) {
  return drawing("0 0 24 24", { class: `crest clan-${clan}` }, path("M2.5 2h19v10.5c0 5-4.5 8-9.5 10-5-2-9.5-5-9.5-10z", "shield"), copy(CRESTS[clan] ?? []));
}

/** A fort of the wall: battlements, the sign of its kind, its value. */
export function fortArt(kind, value) {
  const walls = "M-38 24V-14h-5v-12h8v5h7v-5h8v5h5v7h6v-4h6v4h6v-4h6v4h6v-7h5v-5h8v5h7v-5h8v12h-5v38z";
  return drawing(
    "-50 -34 100 76",
    { class: `fort-art kind-${kind}` },
    path(walls, "walls"),
    path("M-38 2h12M-30 13h10M26 2h12M20 13h10M-26-8h8M18-8h8", "bricks"),
    s("g", { transform: "translate(0 -1)" }, copy(FORT_SIGNS[kind] ?? [])),
    s("g", { transform: "translate(0 30)" }, s("rect", { x: -17, y: -11, width: 34, height: 22, rx: 11, class: "plate" }), s("text", { y: 6, class: "value" }, signed(value))),
  );
}

export function signed(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/** A warrior card, face up. `big` ones describe the warrior's ability. */
export function warriorCard(warrior, clan, { name, strength, text }) {
  return h(
    "div",
    { class: `wcard clan-${clan}`, title: text ? `${name}: ${text}` : name },
    h("span", { class: "wcard-strength" }, strength),
    " ", // separates the words for screen readers
    warriorIcon(warrior),
    h("span", { class: "wcard-name" }, name),
  );
}

export function cardBack(clan) {
  return h("div", { class: `wcard back clan-${clan}` }, crest(clan));
}
