// Scripts that run beside the page: the policy of trusted types lets only these addresses through.

const CACHES = "offline-";

/** @param {string} address @returns {string} the same, if it is a script of this site */
function checked(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin || !url.pathname.endsWith(".js")) throw new TypeError("no script of this site");
  return url.href;
}

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("workers", { createScriptURL: checked });

/**
 * The address of a worker's script, as browsers that have trusted types want it.
 * @param {string} address
 * @returns {string}
 */
export function scriptAddress(address) {
  return policy?.createScriptURL(address) ?? checked(address);
}

/** Keep the offline page in this browser, or nothing where its reader has switched that off. */
export function keepOfflinePage() {
  if (!("serviceWorker" in navigator)) return;
  const address = document.documentElement.dataset.worker;
  if (address === undefined) return; // the page that is kept itself
  const work = address && !address.includes("?") ? registerWorker : forget;
  const begin = () => void work(address).catch(() => {}); // without storage there is simply nothing kept
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** @param {string} address */
export async function registerWorker(address) {
  const registration = await navigator.serviceWorker.register(scriptAddress(address));
  const isSignedIn = document.documentElement.dataset.waiting !== undefined;
  registration.active?.postMessage(isSignedIn ? "look" : "end"); // see push/service-worker.js
  return registration;
}

/** Remove what the service worker has kept, and the worker, unless notifications come to it. @param {string} address */
async function forget(address) {
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (address && (await registration.pushManager?.getSubscription())) await registerWorker(address);
    else await registration.unregister();
  }
  const kept = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  await Promise.all(kept.map((name) => caches.delete(name)));
}
