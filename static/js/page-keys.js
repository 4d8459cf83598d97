// Keys of the page outside the board: ? for help, b to the board, z for zen, and those of buttons
// that name one in data-key. Pages that step through moves listen for the arrows themselves.
// They can be switched off in the help sheet, and never act while somebody types.

const STORED = "page-keys";

/** What was chosen on this page, for where storage is blocked. */
let areOn = true;

/** Whether single keys act on the page. */
export function pageKeysAreOn() {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return areOn;
  }
}

/** @param {boolean} on */
function keepChoice(on) {
  areOn = on;
  try {
    localStorage.setItem(STORED, on ? "on" : "off");
  } catch {
    // Storage is blocked: the choice is forgotten with the page.
  }
}

/**
 * Whether a key press is left to the page: by fields, menus, shortcuts. A board that has the focus
 * keeps the keys that it uses to itself, and leaves the others.
 * @param {KeyboardEvent} event
 */
export function isForThePage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest("input:not([type=checkbox]), textarea, select, dialog, [popover]:not(#keyboard-help)");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (!pageKeysAreOn() || !isForThePage(event)) return;
  if (event.key === "?") document.getElementById("keyboard-help")?.togglePopover();
  else if (event.key.toLowerCase() === "b") focusBoard();
  else if (event.key.toLowerCase() === "z") pressZen();
  else if (!pressButtonOf(event.key)) return;
  event.preventDefault();
}

function focusBoard() {
  /** @type {HTMLElement | null} */ (document.querySelector("ttt-board [tabindex='0']"))?.focus();
}

/**
 * Press the button that a key stands for, if the page shows one.
 * @param {string} key
 */
function pressButtonOf(key) {
  const button = document.querySelector(`button[data-key="${CSS.escape(key.toLowerCase())}"]`);
  if (!(button instanceof HTMLElement) || !button.checkVisibility()) return false;
  button.click();
  return true;
}

/** Press the button of pages that have zen. */
export function pressZen() {
  /** @type {HTMLElement | null} */ (document.querySelector(".zen-button"))?.click();
}

export function watchPageKeys() {
  addEventListener("keydown", onKey);
  const label = document.getElementById("page-keys");
  const box = label?.querySelector("input");
  if (!label || !box) return;
  label.hidden = false;
  box.checked = pageKeysAreOn();
  box.addEventListener("change", () => keepChoice(box.checked));
}
