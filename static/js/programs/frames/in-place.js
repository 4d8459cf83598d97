// A frame whose links and forms lead to itself: what they ask for is shown in place, so that the
// page around it gets no entries in its history. The server decides and draws.

import { watchPlainGrids } from "../../board/plain-grid.js";
import { sayShown, swap, swapInPlace } from "../../play/swap.js";

function afterSwap() {
  watchPlainGrids(document);
  if (document.activeElement === document.body) focusBoard();
  sayShown(document.querySelector("[data-say]")?.textContent ?? "");
}

/** A cell that was pressed has no id by which it is found again. */
function focusBoard() {
  const cell = document.querySelector("form[data-answer] [tabindex='0']");
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  event.preventDefault();
  const query = new URLSearchParams();
  for (const [name, text] of new FormData(form, event.submitter)) query.set(name, String(text));
  void swap(`${location.pathname}?${query}`, afterSwap);
});
watchPlainGrids(document);
swapInPlace(afterSwap);
