// The two forms that begin a game: which board, which level.

import { words } from "../../words.js";
import { levelsOn } from "./levels.js";

/** @typedef {import("./rules.js").Size} Size */
/** @typedef {import("../../board/marks.js").Mark} Mark */

/** @param {HTMLFormElement} form @param {string} name */
function fieldOf(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {HTMLFormElement} form @returns {Size} */
export function sizeIn(form) {
  const chosen = String(new FormData(form).get("size"));
  const [m, n, k] = chosen === "other" ? ["m", "n", "k"].map((name) => fieldOf(form, name).value) : chosen.split(",");
  return { m: Number(m), n: Number(n), k: Number(k) };
}

/** @param {HTMLFormElement} form @returns {{ level: number, side: Mark }} */
export function opponentIn(form) {
  const chosen = new FormData(form);
  return { level: Number(chosen.get("level")), side: chosen.get("side") === "o" ? "o" : "x" };
}

/** Offer the fields of another size only where one is asked for, and the levels of the board. @param {HTMLFormElement} form */
export function keepInStep(form) {
  const show = () => {
    const isOther = new FormData(form).get("size") === "other";
    for (const name of ["m", "n", "k"]) fieldOf(form, name).disabled = !isOther;
    const { m, n, k } = sizeIn(form);
    fieldOf(form, "k").setCustomValidity(k > Math.max(m, n) ? words("bad_k") : "");
    showLevels(form, { m, n, k });
  };
  form.addEventListener("input", show);
  show();
}

/** @param {HTMLFormElement} form @param {Size} size */
function showLevels(form, size) {
  const radios = [...form.querySelectorAll("input")].filter((input) => input.name === "level");
  if (!radios.length) return;
  const offered = levelsOn(size);
  for (const radio of radios) radio.disabled = !offered.includes(Number(radio.value));
  if (radios.some((radio) => radio.checked && radio.disabled)) {
    const hardest = radios.filter((radio) => !radio.disabled).at(-1);
    if (hardest) hardest.checked = true;
  }
  const button = form.querySelector("#play-computer");
  const { level } = opponentIn(form);
  if (button) button.textContent = words("play_level", { level, m: size.m, n: size.n });
}
