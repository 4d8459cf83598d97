// Asking how a game was played: sends the form, watches how far it is, and shows the page anew
// when it is there. Whoever played in the game need not even press the button.

import { say } from "../../announce.js";
import { byId } from "../../dom.js";
import { PATIENCE } from "../../pages.js";
import { words } from "../../words.js";

const LOOK_EVERY = 700; // ms

export function watchRequest() {
  const ask = document.getElementById("ask");
  if (!ask) return;
  const form = /** @type {HTMLFormElement} */ (byId("ask-form"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void start(form);
  });
  if (ask.dataset.working !== undefined) void watch(form.action);
  else if (ask.dataset.start !== undefined) void start(form);
}

/** @param {HTMLFormElement} form */
async function start(form) {
  showWorking(0);
  await follow(form.action, { method: "POST", body: new FormData(form) });
}

/** @param {string} address */
async function watch(address) {
  await follow(address, {});
}

/**
 * Ask, and ask again until there is an answer.
 * @param {string} address
 * @param {RequestInit} how
 */
async function follow(address, how) {
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(address, { ...how, headers, signal: AbortSignal.timeout(PATIENCE) });
    const found = await answer.json();
    if (answer.status === 200) return showResult();
    if (answer.status !== 202) return showRefusal(found.text);
    showWorking(found.fraction);
    setTimeout(() => void follow(address, {}), LOOK_EVERY);
  } catch {
    showRefusal(words("failed"));
  }
}

/** The page shows it anew; whoever is in the middle of something on it is asked first. */
function showResult() {
  const focused = document.activeElement;
  const isBusy = focused instanceof HTMLElement && focused !== document.body && !focused.closest("#ask");
  if (!isBusy) {
    location.reload();
    return;
  }
  byId("ask-working").hidden = true;
  byId("ask-ready").hidden = false;
  say(byId("ask-ready").textContent?.trim() ?? "");
}

/** @param {number} share from 0 to 1 */
function showWorking(share) {
  byId("ask-refused").hidden = true;
  byId("ask-form").hidden = true;
  byId("ask-working").hidden = false;
  const progress = /** @type {HTMLProgressElement} */ (byId("ask-progress"));
  progress.value = share;
  progress.setAttribute("aria-valuetext", words("working", { percent: Math.round(share * 100) }));
}

/** @param {string} text */
function showRefusal(text) {
  byId("ask-working").hidden = true;
  byId("ask-form").hidden = false;
  const note = byId("ask-refused");
  note.textContent = text;
  note.hidden = false;
}
