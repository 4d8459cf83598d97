// The preferences page: colours can be picked, sounds tried, and the marks are shown as they will
// look on every board.

import { isFaintOn, lookOf, showMarks } from "./board/marks-preview.js";
import { html, pageData } from "./dom.js";
import { trySound } from "./sound.js";
import { words } from "./words.js";

/** @typedef {import("./board/marks.js").Mark} Mark */
/** @typedef {import("./sound.js").Sound} Sound */

const PENS = { x: "#173bb4", o: "#c2350e" };

/** @param {HTMLFormElement} form @param {string} name */
function textField(form, name) {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`The form has no field ${name}`);
  return field;
}

/** @param {HTMLFormElement} form @param {Mark} mark */
function chosenLook(form, mark) {
  const look = lookOf(textField(form, `${mark}_symbol`).value, textField(form, `${mark}_colour`).value);
  return { ...look, strokes: pageData("strokes")[mark] };
}

/** @param {HTMLFormElement} form */
function preview(form) {
  const looks = { x: chosenLook(form, "x"), o: chosenLook(form, "o") };
  const papers = [...form.querySelectorAll(".board-look")].map((paper) => /** @type {HTMLElement} */ (paper));
  for (const paper of papers) showMarks(paper, looks);
  const isFaint = papers.some((paper) => isFaintOn(paper, looks.x.colour) || isFaintOn(paper, looks.o.colour));
  const areEqual = looks.x.colour !== "" && looks.x.colour === looks.o.colour;
  note(form, isFaint ? words("too_faint") : areEqual ? words("colours_equal") : "");
}

/** @param {HTMLFormElement} form @param {string} text */
function note(form, text) {
  const element = form.querySelector("[data-marks-note]");
  if (element && element.textContent !== text) element.textContent = text;
}

/** A picker beside the text field; each follows the other. @param {HTMLInputElement} field @param {Mark} mark */
function addPicker(field, mark) {
  const picker = html("input", { type: "color", "aria-label": words(`pick_${mark}_colour`) });
  const follow = () => {
    picker.value = lookOf("", field.value).colour || PENS[mark];
  };
  follow();
  field.addEventListener("input", follow);
  picker.addEventListener("input", () => {
    field.value = picker.value;
  });
  const pair = html("div", { class: "marks-fields__pair" });
  field.replaceWith(pair);
  pair.append(field, picker);
}

/** @param {HTMLFormElement} form */
function addTrying(form) {
  const group = form.querySelector("[data-try]");
  group?.removeAttribute("hidden");
  group?.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    trySound(/** @type {Sound} */ (target.value), Number(textField(form, "volume").value));
  });
}

for (const element of document.querySelectorAll("form[data-preferences]")) {
  const form = /** @type {HTMLFormElement} */ (element);
  for (const mark of /** @type {Mark[]} */ (["x", "o"])) {
    addPicker(textField(form, `${mark}_colour`), mark);
  }
  addTrying(form);
  form.addEventListener("input", () => preview(form));
  preview(form);
}
