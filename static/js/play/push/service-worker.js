// What the site's service worker does for notifications. The server sends it behind the part that
// keeps the offline page, with a line before both:
//   self.push = { key: "…", icon: "/static/…", token: "/offline/account/", renew: "/me/push/renew/" };
// It remembers the ids of the last notices, which say nothing, so that none is shown twice, and the
// address at which the browser's push service reaches it.

/** @type {any} */
const pushed = self;
const MEMORY = "push";
const ENDPOINT = "/push/endpoint";
const NOTICES = "/push/notices/";
const REMEMBERED = 100;

pushed.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(tell(event.data.json())));
pushed.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(show(event.notification)));
pushed.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew()));
pushed.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "look") event.waitUntil(renew());
  if (event.data === "end") event.waitUntil(end());
});

/**
 * A notice that comes again, because a server did not know that it had arrived, changes nothing.
 * @param {{ id: string, tag: string, title: string, body: string, path: string }} notice
 */
async function tell({ id, tag, title, body, path }) {
  const memory = await caches.open(MEMORY);
  const isKnown = (await memory.match(NOTICES + id)) !== undefined;
  if (isKnown && (await notificationsOf(tag)).length) return;
  const { icon } = pushed.push;
  const looks = { body, tag, icon, badge: icon, data: { path }, renotify: !isKnown, silent: isKnown };
  await pushed.registration.showNotification(title, looks);
  // Browsers want something to be shown for each message; it was read before, and so it goes.
  if (isKnown) for (const one of await notificationsOf(tag)) one.close();
  await memory.put(NOTICES + id, new Response());
  const kept = (await memory.keys()).filter((/** @type {Request} */ { url }) => url.includes(NOTICES));
  await Promise.all(kept.slice(0, -REMEMBERED).map((old) => memory.delete(old)));
}

/** @param {string} tag @returns {Promise<any[]>} */
function notificationsOf(tag) {
  return pushed.registration.getNotifications({ tag });
}

/** Open the page that a notice is about: where it is open already, come back to it. @param {any} notice */
async function show(notice) {
  notice.close();
  const { href } = new URL(notice.data.path, pushed.location.origin);
  const windows = await pushed.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((/** @type {any} */ { url }) => url.split("#")[0] === href);
  return open ? open.focus() : pushed.clients.openWindow(href);
}

/** Tell the site where notices are to go, if the browser has changed that by itself. */
async function renew() {
  const memory = await caches.open(MEMORY);
  const known = await (await memory.match(ENDPOINT))?.text();
  if (!known) return; // nobody has switched them on here
  const subscription = await ensureSubscription();
  if (subscription.endpoint === known) return;
  const { token } = await (await fetch(pushed.push.token)).json();
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const body = JSON.stringify(subscription);
  const answer = await fetch(pushed.push.renew, { method: "POST", headers, body, redirect: "manual" });
  if (answer.ok) await memory.put(ENDPOINT, new Response(subscription.endpoint));
  else if (answer.status < 500 && answer.status !== 429) await end();
}

/** The browser's address for notices, a new one where it has none or one with another key of the site. */
async function ensureSubscription() {
  const { pushManager } = pushed.registration;
  const applicationServerKey = pushed.push.key;
  const present = await pushManager.getSubscription();
  if (present && keyOf(present) === applicationServerKey) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

/** @param {any} subscription @returns {string} the site's key that it was made with: base64url */
function keyOf({ options }) {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? []));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Whoever had switched notices on has signed out: none comes any more. */
async function end() {
  if (!(await caches.has(MEMORY))) return;
  const subscription = await pushed.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  await caches.delete(MEMORY);
}
