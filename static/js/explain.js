// Steps through a search: the tree and the sentences are in the page; this shows them one by one.

import { say } from './announce.js';
import { byId } from './dom.js';
import { isForThePage, pageKeysAreOn } from './page-keys.js';
import { words } from './words.js';

/** @type {ReadonlySet<string | undefined>} what the steps are called after which a node is known */
const TELLING = new Set(["valued"]);

class Stepper {
  /** @type {HTMLElement[]} */
  #steps = [...byId("story").querySelectorAll("li")];
  #nodes = new Map(nodesOf(byId("tree")).map((node) => [node.dataset.node, node]));
  #at = this.#steps.length;

  start() {
    const group = byId("stepper");
    group.hidden = false;
    for (const button of group.querySelectorAll("button")) {
      button.addEventListener("click", () => this.#go(button.dataset.to));
    }
    addEventListener("keydown", (event) => this.#onKey(event));
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!pageKeysAreOn() || !isForThePage(event)) return;
    /** @type {Record<string, string>} */
    const targets = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
    const to = targets[event.key];
    if (!to) return;
    event.preventDefault();
    this.#go(to);
  }

  /** @param {string | undefined} to */
  #go(to) {
    const last = this.#steps.length;
    /** @type {Record<string, number>} */
    const targets = { first: 1, previous: this.#at - 1, next: this.#at + 1, last };
    const wanted = Math.max(1, Math.min(last, targets[to ?? ""] ?? this.#at));
    if (wanted === this.#at) return;
    this.#at = wanted;
    this.#show();
    say(this.#steps[this.#at - 1].textContent ?? "");
  }

  #show() {
    const step = this.#steps[this.#at - 1];
    byId("step-count").textContent = words("step", { number: this.#at, last: this.#steps.length });
    byId("step-text").textContent = step?.textContent ?? "";
    this.#showKnown();
    const now = this.#nodes.get(step?.dataset.node);
    const folded = now?.closest("details");
    if (folded) folded.open = true;
    for (const [id, node] of this.#nodes) node.classList.toggle("is-now", id === step?.dataset.node);
    this.#showEnds();
  }

  /** A node is known once it was valued; one that was cut away, once its parent was. */
  #showKnown() {
    const told = this.#steps.slice(0, this.#at).filter((step) => TELLING.has(step.dataset.kind));
    const known = new Set(told.map((step) => step.dataset.node));
    for (const [id, node] of this.#nodes) {
      const parent = node.parentElement?.closest("li");
      const asked = node.classList.contains("node--cut") ? parent?.dataset.node : id;
      node.classList.toggle("is-later", !known.has(asked));
    }
  }

  /** The buttons that lead nowhere say so, and keep the keyboard. */
  #showEnds() {
    for (const button of byId("stepper").querySelectorAll("button")) {
      const isBack = button.dataset.to === "first" || button.dataset.to === "previous";
      const isOff = isBack ? this.#at <= 1 : this.#at >= this.#steps.length;
      if (isOff) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }
}

/** @param {HTMLElement} tree @returns {HTMLElement[]} */
function nodesOf(tree) {
  return [...tree.querySelectorAll("li")];
}

new Stepper().start();
