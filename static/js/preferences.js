// The preferences page: colours can be picked, and the marks are shown as they will look.

import { html } from "./dom.js";
import { markPicture, usePens } from "./marks.js";
import { words } from "./words.js";

/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").MarkLook} MarkLook */

const COLOUR = /^#[0-9a-f]{6}$/i;
const PENS = { x: "#173bb4", o: "#c2350e" };

/** @param {HTMLFormElement} form @param {string} name */
function textField(form, name) {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`The form has no field ${name}`);
  return field;
}

/** @param {HTMLFormElement} form @param {Mark} mark @returns {MarkLook} */
function lookOf(form, mark) {
  const symbol = [...textField(form, `${mark}_symbol`).value.trim()].slice(0, 4).join("");
  const colour = textField(form, `${mark}_colour`).value.trim();
  return { symbol, colour: COLOUR.test(colour) ? colour : "" };
}

/** @param {HTMLFormElement} form */
function preview(form) {
  const looks = { x: lookOf(form, "x"), o: lookOf(form, "o") };
  for (const paper of form.querySelectorAll("[data-preview] > *")) {
    const element = /** @type {HTMLElement} */ (paper);
    element.replaceChildren(markPicture("x", looks.x), markPicture("o", looks.o));
    usePens(element, looks);
  }
}

/** A picker beside the text field; each follows the other. @param {HTMLInputElement} field @param {Mark} mark */
function addPicker(field, mark) {
  const picker = html("input", { type: "color", "aria-label": words(`pick_${mark}_colour`) });
  const follow = () => {
    picker.value = COLOUR.test(field.value.trim()) ? field.value.trim() : PENS[mark];
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

for (const element of document.querySelectorAll("form[data-preferences]")) {
  const form = /** @type {HTMLFormElement} */ (element);
  for (const mark of /** @type {Mark[]} */ (["x", "o"])) {
    addPicker(textField(form, `${mark}_colour`), mark);
  }
  form.addEventListener("input", () => preview(form));
  form.querySelector("[data-preview]")?.removeAttribute("hidden");
  preview(form);
}
