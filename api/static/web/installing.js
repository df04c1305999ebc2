// Installing the page, where the browser offers it and somebody asks; only then is there a worker that stores anything.
import { endPush } from "./account/pushing.js";
import { registerWorker, workerHere } from "./serviceworker.js";
import { button, show } from "./ui.js";

const OURS = "kronika-";

/** Show in the footer what can be done here; returns the function that draws it, to be called when the language changes. */
export function installing(place, shell) {
  const offers = { prompt: null, installed: false };
  const draw = () => drawOffers(place, shell, offers, look);
  const look = async () => {
    offers.installed = Boolean(await workerHere());
    if (!offers.installed) await forgetAll();
    draw();
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the page asks where it disturbs nobody
    offers.prompt = event;
    draw();
  });
  void look();
  return draw;
}

function drawOffers(place, shell, offers, look) {
  const { t } = shell;
  const { prompt, installed } = offers;
  const alone = Boolean(navigator.serviceWorker) && matchMedia("(display-mode: standalone)").matches;
  const choice = (text, work, what) => button(text, () => shell.attempt(() => work().then(look)), { class: "btn small quiet", "data-do": what });
  const offered = installed
    ? choice(t("Keep nothing on this device"), remove, "remove")
    : prompt ? choice(t("Install"), () => install(offers), "install") : alone && choice(t("Keep on this device"), registerWorker, "keep");
  show(place, [shell.lang, installed, Boolean(prompt), alone], offered);
}

async function install(offers) {
  const { prompt } = offers;
  offers.prompt = null; // it can be used once
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  if (outcome === "accepted") await registerWorker();
}

/** Open pages stay with the worker until they are loaded again. */
async function remove() {
  await endPush();
  await (await workerHere())?.unregister();
  await forgetAll();
  location.reload();
}

async function forgetAll() {
  const names = await globalThis.caches?.keys().catch(() => []);
  await Promise.all((names ?? []).filter((name) => name.startsWith(OURS)).map((name) => caches.delete(name)));
}
