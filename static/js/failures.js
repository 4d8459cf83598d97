// A page that a fault of its scripts has stopped says so, rather than go on showing old news.

/** What browsers refuse, and what ends as a page is left: the page goes on without it. */
const HARMLESS = new Set(["AbortError", "NotAllowedError"]);
const EXTENSION = /^[a-z-]+-extension:/; // of the browser: its faults are not the page's

/**
 * Whether the page may have stopped by what *event* tells of: an error or a rejected promise that
 * nobody handles, or a script that could not be loaded.
 * @param {any} event
 */
export function stopsThePage(event) {
  if (event.type === "unhandledrejection") return !HARMLESS.has(event.reason?.name);
  if (event.target?.localName === "script") return true;
  // An image that is missing has no error.
  return Boolean(event.error) && !EXTENSION.test(event.filename);
}

/** Say, once, that the page is not up to date, with a link that loads it again. */
function show() {
  const messages = document.querySelector(".toasts");
  const template = messages?.querySelector("template[data-stopped]");
  if (!messages || !(template instanceof HTMLTemplateElement)) return;
  template.removeAttribute("data-stopped");
  messages.append(document.importNode(template.content, true));
}

/** @param {Event} event */
function hear(event) {
  if (stopsThePage(event)) show();
}

/** Begin; to be called before the page's own script runs. */
export function watchFailures() {
  addEventListener("error", hear, true); // captured, for what fails to load tells nobody above it
  addEventListener("unhandledrejection", hear);
}
