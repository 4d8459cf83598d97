// What screen readers say: politely after the current sentence, or at once. A page with a line for
// it (#said) shows the same, so that nobody has to hear to know what has happened.

const NO_BREAK_SPACE = "\u00a0";
/** ms; sentences that come faster are read as one text: the first would never be heard. */
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

/** As a sentence, so that one that follows is heard as the next. @param {string} text */
export function sentence(text) {
  return /\p{Po}$/u.test(text) ? text : `${text}.`;
}

/** @param {string} text */
function show(text) {
  const line = document.getElementById("said");
  if (line) line.textContent = text;
}

/**
 * Say moves, turns and offers.
 * @param {string} text
 * @param {{ shown?: string }} [how] "" or the part that stands nowhere else on the page
 */
export function say(text, { shown = text } = {}) {
  const now = performance.now();
  const told = sentence(text);
  said = now - saidAt < JOINED_WITHIN ? `${said} ${told}` : told;
  saidAt = now;
  speak("live", said);
  if (shown) show(sentence(shown));
}

/**
 * The result, a lost connection, little time: interrupts.
 * @param {string} text
 * @param {{ shown?: string }} [how] "" if it stands elsewhere on the page: the line is emptied
 */
export function alertNow(text, { shown = text } = {}) {
  speak("alert", sentence(text));
  show(shown && sentence(shown));
}
