// What screen readers say: politely after the current sentence, or at once.

const NO_BREAK_SPACE = "\u00a0";
/** Sentences that come faster than this are read as one text: the first would never be heard. */
const JOINED_WITHIN = 150;

let flip = false;
let said = "";
let saidAt = -Infinity;

/**
 * A live region speaks only when its text changes, so a repeated sentence gets another ending.
 * @param {string} id
 * @param {string} text
 */
function speak(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  flip = !flip;
  region.textContent = flip ? text + NO_BREAK_SPACE : text;
}

/**
 * Moves, turns and offers.
 * @param {string} text
 */
export function say(text) {
  const now = performance.now();
  said = now - saidAt < JOINED_WITHIN ? `${said} ${text}` : text;
  saidAt = now;
  speak("live", said);
}

/**
 * The result, a lost connection, little time: interrupts.
 * @param {string} text
 */
export function alertNow(text) {
  speak("alert", text);
}
