// Questions to the worker that thinks, and its answers.

import { scriptAddress } from "../../workers.js";

export class Thinking {
  #worker;
  #number = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void }>} */
  #waiting = new Map();

  /** @param {string} address of thinker.js */
  constructor(address) {
    this.#worker = new Worker(scriptAddress(address), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault(); // whoever waits says so
      for (const { reject } of this.#waiting.values()) reject(new Error("the worker has stopped"));
      this.#waiting.clear();
    });
  }

  /**
   * @param {string} what
   * @param {object} question
   * @returns {Promise<any>} rejected if the worker stops meanwhile
   */
  ask(what, question) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, ...question });
    });
  }
}
