// Steps through a search in place, by links, keys, a slider or by itself. The server draws each step.

import { watchCopyButtons } from "../copy.js";
import { byId } from "../dom.js";
import { isForThePage, pageKeysAreOn } from "../page-keys.js";
import { sayShown, swap, swapInPlace } from "../play/swap.js";
import { words } from "../words.js";

const PERIOD = 1400; // ms that a step stays while it plays
const SETTLED = 120; // ms after which the slider is thought to rest

class Stepper {
  #playing = 0;
  #settling = 0;
  /** How many steps are on their way: a slow answer must not be given up for the next question. */
  #awaited = 0;
  #play = byId("step-play");
  #scrub = /** @type {HTMLInputElement} */ (byId("step-scrub"));

  start() {
    swapInPlace(() => this.#afterSwap());
    for (const control of [this.#play, this.#scrub]) control.hidden = false;
    this.#play.addEventListener("click", () => this.#toggle());
    this.#scrub.addEventListener("input", () => this.#slide());
    document.addEventListener("click", (event) => {
      if (event.isTrusted && event.target instanceof Element && event.target.closest("[data-swap]")) {
        this.#stop();
      }
    });
    addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!pageKeysAreOn() || !isForThePage(event)) return;
    /** @type {Record<string, string>} */
    const targets = { ArrowLeft: "step-back", ArrowRight: "step-next" };
    const id = targets[event.key];
    if (!id) return;
    event.preventDefault();
    this.#stop();
    if (event.key === "ArrowLeft" || !this.#isDone) byId(id).click();
  }

  get #isDone() {
    return this.#scrub.value === this.#scrub.max;
  }

  #slide() {
    this.#stop();
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => void this.#go(addressOf(this.#scrub.value)), SETTLED);
  }

  #toggle() {
    if (this.#playing) {
      this.#stop();
      return;
    }
    this.#play.setAttribute("aria-label", words("pause"));
    this.#play.classList.add("is-playing");
    if (this.#isDone) void this.#go(this.#play.dataset.start ?? addressOf("1"));
    this.#playing = window.setInterval(() => {
      if (this.#awaited) return;
      if (this.#isDone || document.querySelector(".ask")) this.#stop();
      else void this.#go(/** @type {HTMLAnchorElement} */ (byId("step-next")).href);
    }, PERIOD);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
    this.#play.setAttribute("aria-label", words("play"));
    this.#play.classList.remove("is-playing");
  }

  /** @param {string} address */
  async #go(address) {
    this.#awaited += 1;
    await swap(address, () => this.#afterSwap());
    this.#awaited -= 1;
  }

  #afterSwap() {
    const [number, last] = byId("step-count").textContent?.match(/\d+/g) ?? [];
    if (last) this.#scrub.max = last;
    if (number) this.#scrub.value = number;
    const told = [".now__verdict", "#step-text", "#question"].map(
      (place) => document.querySelector(place)?.textContent ?? "",
    );
    sayShown(told.filter(Boolean).join(" "));
  }
}

/** The address of another step of what is shown. @param {string} step */
function addressOf(step) {
  const address = new URL(location.href);
  address.searchParams.set("step", step);
  address.searchParams.delete("answer");
  return address.href;
}

watchCopyButtons();
new Stepper().start();
