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
  if (address === undefined) return; // the page that is kept itself, or one that says of an error
  const work = address ? () => navigator.serviceWorker.register(scriptAddress(address)) : forget;
  const begin = () => void work().catch(() => {}); // without storage there is simply nothing kept
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** Remove the service worker, and what it has kept. */
async function forget() {
  const registered = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registered.map((registration) => registration.unregister()));
  const kept = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  await Promise.all(kept.map((name) => caches.delete(name)));
}
