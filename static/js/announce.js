// What screen readers say: politely after the current sentence, or at once.

const NO_BREAK_SPACE = "\u00a0";
let flip = false;

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
  speak("live", text);
}

/**
 * The result, a lost connection, little time: interrupts.
 * @param {string} text
 */
export function alertNow(text) {
  speak("alert", text);
}
