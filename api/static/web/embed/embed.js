// A game embedded in another site's page: its board, the last event, and playback controls. It shows the public view.
// `?lang=pl`, `?theme=dark`, `?spoilers=hide`, `?speed=2` in its address; the browser's storage is not used.
import { boardOf } from "../boards/index.js";
import { follow } from "../follow.js";
import { doubtOnWaking } from "../waking.js";
import { get } from "../api.js";
import { LANGUAGES, preferred, speakable, translator } from "../i18n.js";
import { figures, leftOf } from "../clock/time.js";
import { emblem } from "../emblems.js";
import { momentPicture } from "../film/picture.js";
import { replayKeys } from "../theatre/keyboard.js";
import { createPlayhead } from "../theatre/playhead.js";
import { speedChoice } from "../theatre/speed.js";
import { swipes } from "../theatre/swipe.js";
import { theatre } from "../theatre/theatre.js";
import { button, h } from "../ui.js";
import { filmOf } from "./film.js";
import { isOver } from "../standings.js";
import { titleOf } from "../rulesettitle.js";

const query = new URLSearchParams(location.search);
const { id, version } = /^\/embed\/games\/(?<id>[0-9a-f]{32})(?:\/v\/(?<version>\d+))?/.exec(location.pathname)?.groups ?? {};
const lang = await speakable(LANGUAGES[query.get("lang")] ? query.get("lang") : preferred());
const t = translator(lang);
document.documentElement.lang = lang;
if (["dark", "light"].includes(query.get("theme"))) document.documentElement.dataset.theme = query.get("theme");

const refused = ({ status }) => t([404, 410].includes(status) ? "This game cannot be shown here." : "The service cannot be reached.");

async function open() {
  const film = filmOf(id, lang);
  const speed = speedChoice(t, query.get("speed"));
  const stage = h("div", { class: "embed-board" });
  let board = null;
  let drawn = 0;

  const playhead = createPlayhead(film, { spoilers: query.get("spoilers") !== "hide", speed: speed.value, changed: (head) => show(head) });
  const reveal = button(t("Show the end"), () => playhead.reveal(), { class: "btn quiet small", id: "reveal" });
  const picture = ({ now }, at) => momentPicture(t, id, now, at);
  const foot = theatre(t, playhead, { end: t("To the end (End)"), keys: [speed.node], aside: reveal, picture });

  function show(head) {
    reveal.hidden = head.spoilers;
    foot.update(head);
    title.update(head);
    if (drawn === head.version) return;
    drawn = head.version;
    const { doc, event, events } = head;
    board.update({ view: doc.view, legal: [], seat: null, seats: doc.seats, ruleset, event, events, status: doc.status, lang, toAct: doc.to_act });
  }

  const first = await get(film.path);
  const ruleset = await get(`/v1/rulesets/${first.ruleset}`);
  const { mount } = await boardOf(first.ruleset);
  const title = head(ruleset);
  board = mount(stage, { still: true, act: async () => {}, t, announce: () => {} });
  document.body.replaceChildren(title.node, h("main", { class: "embed-stage" }, h("h2", { class: "vh" }, t("Board")), stage), h("footer", { class: "embed-foot" }, foot.node));
  const now = await film.refresh();
  await playhead.news(now, version ? Number(version) : playhead.head.spoilers ? now.doc.version : await film.beginning());
  swipes(stage, playhead, () => true);
  replayKeys(playhead, t);
  doubtOnWaking();
  if (!isOver(first)) follow(`${film.path}/stream`, { after: () => playhead.head.now.doc.version, news: async () => playhead.news(await film.refresh()) });
}

function head(ruleset) {
  const name = titleOf(ruleset, lang);
  const players = h("span", { class: "embed-players" });
  const link = h("a", { class: "embed-open", target: "_blank", rel: "noopener" }, "Kronika ↗");
  const node = h("header", { class: "embed-head" }, emblem(ruleset.id), h("h1", {}, name), players, link);
  const update = ({ now, doc, event, version, spoilers }) => {
    const names = doc.seats.map(({ seat, name: who }) => who || t("Seat {n}", { n: seat }));
    const times = doc.seats.map(({ seat }) => timeThen(now.frames[version - 1], event, seat));
    players.textContent = names.map((who, i) => [who, times[i]].filter(Boolean).join(" ")).join(", ");
    document.title = `${name}: ${names.join(", ")}`;
    // the game's own page reveals everything
    link.href = spoilers ? `/games/${id}/v/${version}` : `/embed/games/${id}/v/${version}?spoilers=hide`;
  };
  return { node, update };
}

/** What the clock of a seat showed at a frame; "" without one. */
function timeThen(frame, event, seat) {
  const row = frame?.clock?.find((one) => one.seat === seat);
  return row ? figures(t, leftOf(row, Date.parse(event?.at) || 0).all) : "";
}

await open().catch((problem) => document.body.replaceChildren(h("p", { class: "embed-refused", role: "alert" }, refused(problem))));
