// Buttons that copy a link, a token or a command. Without a script they are hidden, and the text
// stands in a field or on the page.

import { say } from "./announce.js";

const SHOWN_FOR = 2000; // ms

/** @param {string} text @param {HTMLElement | null} shown where the same text stands */
async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard without https: the text is selected for Ctrl+C.
    if (shown instanceof HTMLInputElement) shown.select();
    else if (shown) getSelection()?.selectAllChildren(shown);
    document.execCommand("copy");
  }
}

/** @param {HTMLButtonElement} button */
async function onPress(button) {
  const shown = document.getElementById(button.dataset.copy ?? "");
  const text = shown instanceof HTMLInputElement ? shown.value : shown?.textContent;
  await copy(text ?? location.href, shown);
  const label = button.querySelector("[data-copied]");
  if (!(label instanceof HTMLElement) || button.dataset.pressed) return;
  const before = label.textContent;
  button.dataset.pressed = "yes";
  label.textContent = label.dataset.copied ?? "";
  say(label.textContent);
  setTimeout(() => {
    label.textContent = before;
    delete button.dataset.pressed;
  }, SHOWN_FOR);
}

/**
 * Make every `button[data-copy]` of the page copy what stands at that id, or the page's address,
 * which cannot be selected where there is no clipboard.
 */
export function watchCopyButtons() {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"))) {
    button.hidden = !(button.dataset.copy || navigator.clipboard);
    button.addEventListener("click", () => onPress(button));
  }
}
