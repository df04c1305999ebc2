// The service worker. It has two uses, the installed page and push messages, and runs only where somebody has asked for one of them.
const WORKER = "/worker.js";

export const registerWorker = () => navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
export const workerHere = async () => navigator.serviceWorker?.getRegistration("/");
