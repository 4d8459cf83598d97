// The preferences' section about notifications on this device: one press, after which the browser
// asks its owner, and tells the site where its push service reaches it.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { words } from "../../words.js";
import { registerWorker } from "../../workers.js";

const MEMORY = "push"; // as the service worker has it
const ENDPOINT = "/push/endpoint";

const section = byId("devices");

function isPossible() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** @param {string} text */
function note(text) {
  const element = section.querySelector("[data-note]");
  if (element) element.textContent = text;
  if (text) say(text);
}

/** Ask the browser, and then the site. @returns {Promise<string>} why not; empty if they are on */
async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return words("push_blocked");
  const { key = "", address = "" } = section.dataset;
  await registerWorker(document.documentElement.dataset.worker ?? "");
  const { pushManager } = await navigator.serviceWorker.ready;
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(asked).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe(); // one with a former key of the site
    return pushManager.subscribe(asked);
  });
  const token = section.querySelector("input[name=csrfmiddlewaretoken]");
  const headers = { "Content-Type": "application/json", "X-CSRFToken": /** @type {HTMLInputElement} */ (token).value };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(subscription) });
  if (answer.status !== 201) return (await answer.json()).text;
  const memory = await caches.open(MEMORY);
  await memory.put(ENDPOINT, new Response(subscription.endpoint));
  return "";
}

/** @param {HTMLButtonElement} button */
async function onPress(button) {
  button.disabled = true;
  note("");
  const refused = await switchOn().catch(() => words("push_failed"));
  button.disabled = false;
  if (refused) return note(refused);
  location.hash = "devices";
  location.reload();
}

/** Leave the browser's push service as well. */
async function leave() {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await caches.delete(MEMORY);
}

const on = section.querySelector("button[data-on]");
if (on instanceof HTMLButtonElement) {
  on.hidden = !isPossible();
  on.addEventListener("click", () => void onPress(on));
}
if (!isPossible()) note(words("push_impossible"));
else if (Notification.permission === "denied") note(words("push_blocked"));
const off = section.querySelector("form[data-off]");
off?.addEventListener("submit", () => void leave().catch(() => {}));
