// Buttons that copy a link. Without a script they are hidden and the link stands in a field.

import { say } from './announce.js';

const SHOWN_FOR = 2000;

/** @param {string} text @param {HTMLInputElement | null} field that shows the same text */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard without https: the field is selected, so that Ctrl+C does it.
    field?.select();
    document.execCommand("copy");
  }
}

/** @param {HTMLButtonElement} button */
async function onPress(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  const input = field instanceof HTMLInputElement ? field : null;
  await copy(input?.value ?? location.href, input);
  const label = button.querySelector("[data-copied]");
  if (!(label instanceof HTMLElement) || button.dataset.pressed) return;
  const text = label.textContent;
  button.dataset.pressed = "yes";
  label.textContent = label.dataset.copied ?? "";
  say(label.textContent);
  setTimeout(() => {
    label.textContent = text;
    delete button.dataset.pressed;
  }, SHOWN_FOR);
}

/** Make every `button[data-copy]` of the page copy the field of that id, or the page's address. */
export function watchCopyButtons() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => onPress(button));
  }
}
