// The form for a new game. The server renders it whole and checks what it is sent; here the size
// becomes a pad and sliders, and what depends on it (goal, knowledge, swap rule) follows at once.

import { say } from "../announce.js";
import { usePens } from "../board/marks.js";
import { lookOf, showMarks } from "../board/marks-preview.js";
import { byId, pageData } from "../dom.js";
import { Pad } from "./create/pad.js";
import { knownText, swapRule, usualGoal } from "./create/rulesets.js";
import { goalText } from "../goal.js";
import { controlText } from "../terms.js";
import { words } from "../words.js";

/**
 * @typedef {import("./create/rulesets.js").NewGameData} NewGameData
 * @typedef {import("./create/rulesets.js").Ruleset} Ruleset
 */

/** The clock for an opponent, until another is chosen. */
const USUAL_CLOCK = { anyone: "180+2" };
const NO_CLOCK = "none";
const OWN_CLOCK = "own";
const MINUTE = 60; // seconds

class NewGameForm {
  #goalIsChosen = false;
  #clockIsChosen = false;
  /** The longest line that is offered at all: some bots play only short ones. */
  #longest;

  /** @param {HTMLFormElement} form @param {NewGameData} data */
  constructor(form, data) {
    this.form = form;
    this.data = data;
    this.pad = new Pad(this.#part("[data-pad]"), (size) => this.#resize(size));
    this.#longest = Number(this.#field("k").max);
    for (const name of ["m", "n", "k"]) this.#makeSlider(name);
    form.addEventListener("input", (event) => this.#onInput(event));
    form.addEventListener("change", (event) => this.#onChange(event));
    this.#part("[data-size]").hidden = false;
    this.#show();
    this.#showPens();
    this.#spareHidden();
  }

  /** @returns {Ruleset} */
  get ruleset() {
    return { m: this.#number("m"), n: this.#number("n"), k: this.#number("k") };
  }

  /** Without a script these are fields for numbers. @param {string} name */
  #makeSlider(name) {
    const input = this.#field(name);
    input.type = "range";
    const output = this.#outputOf(input);
    if (output) output.hidden = false;
  }

  /** @param {Event} event */
  #onInput({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "k") this.#goalIsChosen = true;
    if (target.name === "m" || target.name === "n") this.#resize(this.ruleset);
    else if (target.name === "k") this.#show();
    else if (/^(minutes|increment)$/.test(target.name)) this.#showSum();
    else if (/_(colour|symbol)$/.test(target.name)) this.#showPens();
  }

  /** @param {Event} event */
  #onChange({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "control") this.#clockIsChosen = true;
    else if (target.name === "opponent") this.#useUsualClock();
    else if (target.name === "board") this.#useBoard(target.value);
    else if (target.type === "range") say(knownText(this.data, this.ruleset));
    this.#spareHidden();
    this.#showSum();
  }

  /** A wrong number that the choices hide is not sent: the browser would refuse it where nobody sees why. */
  #spareHidden() {
    const hasOwnClock = this.#choiceOf("control") === OWN_CLOCK;
    const asked = {
      minutes: hasOwnClock,
      increment: hasOwnClock,
      takebacks: this.#choiceOf("allow_takebacks") !== "off",
    };
    for (const [name, isAsked] of Object.entries(asked)) {
      const [field] = this.#radios(name);
      if (!field) continue;
      field.disabled = false; // or it would pass for right
      field.disabled = !isAsked && !field.checkValidity();
    }
  }

  /** Take a board that is chosen with one press. @param {string} text  "5,5,4", or "other" for none */
  #useBoard(text) {
    const [m, n, k] = text.split(",").map(Number);
    if (!k) return;
    this.#goalIsChosen = false;
    this.#field("m").value = String(m);
    this.#field("n").value = String(n);
    this.#boundGoal();
    this.#field("k").value = String(k);
    this.#show();
  }

  /** What the fields beside OWN_CLOCK say; bots that play no such clock have none. */
  get #ownClock() {
    return `${this.#number("minutes") * MINUTE}+${this.#number("increment")}`;
  }

  /** Say in one sentence what will be created. */
  #showSum() {
    const { m, n, k } = this.ruleset;
    const chosen = this.#choiceOf("control");
    this.#part("[data-sum]").textContent = words(`sum_${this.#choiceOf("opponent")}`, {
      board: `${m}×${n}, ${goalText(k)}`,
      level: this.#radios("level").findIndex((radio) => radio.checked) + 1,
      clock: controlText(chosen === OWN_CLOCK ? this.#ownClock : chosen),
    });
  }

  /** @param {{ m: number, n: number }} size */
  #resize({ m, n }) {
    this.#field("m").value = String(m); // a slider keeps to its ends
    this.#field("n").value = String(n);
    const goal = this.#goalIsChosen ? this.#number("k") : usualGoal(this.#number("m"), this.#number("n"));
    this.#boundGoal();
    this.#field("k").value = String(goal);
    this.#show();
  }

  #boundGoal() {
    this.#field("k").max = String(Math.min(this.#longest, Math.max(this.#number("m"), this.#number("n"))));
  }

  #show() {
    const { m, n, k } = this.ruleset;
    this.#boundGoal();
    this.pad.show({ m, n, k });
    const [size, cells] = this.#part("[data-size]").children;
    size.textContent = words("size", { m, n });
    cells.textContent = words("cells", { count: m * n });
    this.#part("[data-known]").textContent = knownText(this.data, { m, n, k });
    for (const name of ["m", "n", "k"]) this.#showNumber(this.#field(name));
    this.#showSwap();
    this.#showSum();
  }

  /** Only the boards that need the swap rule speak of it; a switch that is not offered sends nothing. */
  #showSwap() {
    const rule = swapRule(this.data, this.ruleset);
    this.#part("[data-swap]").hidden = !rule;
    this.#part("[data-swap-known]").textContent = rule?.text ?? "";
    this.#part("[data-swap-switch]").hidden = !rule?.isOffered;
    this.#field("swap").disabled = !rule?.isOffered;
  }

  /** @param {HTMLInputElement} input */
  #showNumber(input) {
    const output = this.#outputOf(input);
    if (output) output.value = input.value;
  }

  #useUsualClock() {
    if (this.#clockIsChosen) return;
    const usual = /** @type {Record<string, string>} */ (USUAL_CLOCK);
    this.#check("control", usual[this.#choiceOf("opponent")] ?? NO_CLOCK);
  }

  /** The pad and the buttons show the chosen colours, a piece of the board also the symbols. */
  #showPens() {
    const look = (/** @type {string} */ mark) =>
      lookOf(this.#field(`${mark}_symbol`).value, this.#ownColour(this.#field(`${mark}_colour`)));
    const looks = { x: look("x"), o: look("o") };
    usePens(this.form, looks);
    const paper = this.#part("[data-marks-preview]");
    paper.hidden = false;
    showMarks(paper, looks);
  }

  /** The site's pen, which a colour field shows at first, is no own colour. */
  #ownColour(/** @type {HTMLInputElement} */ field) {
    return field.value === field.dataset.pen ? "" : field.value;
  }

  /** @param {string} name */
  #number(name) {
    return Number(this.#field(name).value);
  }

  /** @param {string} name @param {string} value */
  #check(name, value) {
    const radio = this.#radios(name).find((one) => one.value === value);
    if (radio) radio.checked = true;
  }

  /** @param {string} name */
  #choiceOf(name) {
    return this.#radios(name).find((radio) => radio.checked)?.value ?? "";
  }

  /** @param {string} name @returns {HTMLInputElement[]} */
  #radios(name) {
    return [...this.form.querySelectorAll("input")].filter((input) => input.name === name);
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {HTMLInputElement} input */
  #outputOf(input) {
    return /** @type {HTMLOutputElement | null} */ (this.form.querySelector(`output[for="${input.id}"]`));
  }

  /** @param {string} selector @returns {HTMLElement} */
  #part(selector) {
    const found = this.form.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`The form has no ${selector}`);
    return found;
  }
}

new NewGameForm(/** @type {HTMLFormElement} */ (byId("new-game-form")), pageData("new-game-data"));
