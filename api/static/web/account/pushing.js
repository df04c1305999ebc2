// This browser's subscription to push messages. The service worker that receives them is installed for it, if nobody installed the page.
import { accountsOrigin } from "./me.js";
import { get } from "../api.js";
import { remember, remembered } from "../memory.js";
import { registerWorker, workerHere } from "../serviceworker.js";
import { make, remove } from "./requests.js";

const NAME = "push";
/** Where the worker, which cannot read what the page remembers, finds the page's language. */
const [PLACE, LANG] = ["kronika-push", "/lang"];

export const isPushed = () => remembered(NAME, null) !== null;

/** The service's key; "" where it sends no push messages, or this browser receives none. */
export async function offeredKey() {
  const isOffered = accountsOrigin().startsWith("https:"); // elsewhere no push service would deliver
  if (!isOffered || !globalThis.PushManager || !navigator.serviceWorker) return "";
  return get("/v1/push").then((offered) => offered.key, () => "");
}

/** Ask for leave, and have messages sent here. Throws a plain Error where the browser does not let it. */
export async function subscribe(key, lang) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  remember(NAME, { id: null, isOurs: !(await workerHere()) });
  await subscribed(key, lang).catch(async (problem) => {
    await endPush();
    throw problem;
  });
}

async function subscribed(key, lang) {
  const registration = await registerWorker();
  await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { id } = await make("/v1/me/subscriptions", made.toJSON());
  remember(NAME, { ...remembered(NAME, {}), id });
  await tellWorker(lang);
}

/** The worker says what it says in the language of the page. */
export async function tellWorker(lang) {
  if (isPushed()) await (await caches.open(PLACE)).put(LANG, new Response(lang));
}

/** Nothing more comes to this browser; the account need not be signed in any more. A worker that only received messages goes. */
export async function endPush() {
  if (!isPushed()) return;
  const { id, isOurs } = remembered(NAME, null);
  remember(NAME, null);
  if (id) await remove(`/v1/me/subscriptions/${id}`).catch(() => {}); // it has ended with its session, or ends when the push service says so
  const registration = await workerHere();
  const made = await registration?.pushManager.getSubscription();
  await made?.unsubscribe();
  await caches.delete(PLACE);
  if (isOurs) await registration?.unregister();
}
