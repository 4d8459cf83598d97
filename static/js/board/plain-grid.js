// The board that the server draws, whose cells are buttons of a form, as a grid for the keyboard:
// the keys that move are those of the board that a script draws. Taken cells can be read as well.

import { TabStop } from "./tab-stop.js";

/** Let the keyboard move about in every board of *part* that is a form. @param {ParentNode} part */
export function watchPlainGrids(part) {
  for (const form of part.querySelectorAll("form[data-answer]")) {
    const table = form.querySelector(".board__cells--plain");
    if (table instanceof HTMLElement) watch(table);
  }
}

/** @param {HTMLElement} table */
function watch(table) {
  const cells = /** @type {HTMLElement[]} */ ([...table.querySelectorAll(".board__cell > *")]);
  const n = table.querySelectorAll(".board__row").length;
  const stop = new TabStop(cells, { m: cells.length / n, n });
  table.setAttribute("role", "grid");
  for (const cell of table.querySelectorAll(".board__cell")) cell.setAttribute("role", "gridcell");
  table.addEventListener("keydown", (event) => press(event, stop));
  table.addEventListener("focusin", ({ target }) => {
    const cell = cells.indexOf(/** @type {HTMLElement} */ (target));
    if (cell >= 0) stop.moveTo(cell);
  });
}

/** @param {KeyboardEvent} event @param {TabStop} stop */
function press(event, stop) {
  if (event.altKey || event.metaKey) return;
  const [to, chosen] = [stop.target(event), stop.keypadCell(event)];
  if (to >= 0) stop.cells[to].focus();
  else if (chosen >= 0) stop.cells[chosen].click();
  else return;
  event.preventDefault();
  event.stopPropagation(); // the page has other uses for the arrows
}
