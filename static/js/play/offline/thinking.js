// Questions to the worker that thinks, and its answers.

import { scriptAddress } from "../../workers.js";

export class Thinking {
  /** @type {Worker | undefined} undefined once it has stopped */
  #worker;
  #number = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void }>} */
  #waiting = new Map();

  /** @param {string} address of thinker.js */
  constructor(address) {
    this.address = address;
    this.#worker = this.#start();
  }

  /**
   * @param {string} what
   * @param {object} question
   * @returns {Promise<any>} rejected if the worker stops meanwhile
   */
  ask(what, question) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, ...question });
    });
  }

  #start() {
    const worker = new Worker(scriptAddress(this.address), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // whoever waits says so
      this.#stop(worker);
    });
    return worker;
  }

  /** The next question starts another worker: this one may never have come to run. @param {Worker} worker */
  #stop(worker) {
    worker.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error("the worker has stopped"));
    this.#waiting.clear();
  }
}
