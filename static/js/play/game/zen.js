// Zen: the page shows nothing but the board, the clocks, the names and what is needed to play.
// Its button is a form that keeps the choice, as those in the header; Escape leaves it too.

import { say } from "../../announce.js";
import { isForThePage, pressZen } from "../../page-keys.js";
import { takeOver } from "../../theme.js";
import { words } from "../../words.js";

function isOn() {
  return document.querySelector(".game")?.getAttribute("data-zen") === "on";
}

/** Do what the button's value says. @param {HTMLButtonElement} pressed */
function switchZen(pressed) {
  const { value } = pressed;
  const isZen = value === "on";
  document.querySelector(".game")?.setAttribute("data-zen", value);
  pressed.value = isZen ? "off" : "on";
  pressed.setAttribute("aria-pressed", String(isZen));
  say(words(isZen ? "zen_on" : "zen_off"));
}

/**
 * Make the zen button work without a reload.
 * @param {() => boolean} tryOthers does what else Escape is for; whether it did anything
 */
export function watchZen(tryOthers) {
  takeOver("zen", switchZen);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isForThePage(event)) return;
    if (document.querySelector(":popover-open")) return; // which the browser closes
    if (!tryOthers() && isOn()) pressZen();
  });
}
