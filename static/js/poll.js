// Asks the server for something every few seconds, for as long as the page is looked at.

const MAX_DOUBLINGS = 4; // doublings of the wait while the server does not answer
const PATIENCE = 10_000; // ms, after which a question without an answer has failed

export class Poll {
  #timer = 0;
  #failures = 0;
  #isOn = false;
  #isAsking = false;
  /** Something has changed while a question was out: its answer may be from before. */
  #isStale = false;
  /** Called when a question goes out. */
  onQuestion = () => {};
  /** Called with whether the question was answered. */
  onAnswer = (/** @type {boolean} */ _) => {};

  /**
   * @param {string} path of a JSON document
   * @param {number} period ms between two questions
   * @param {(answer: any) => void} take
   * @param {(path: string) => Promise<any>} ask for what is no JSON; undefined if it fails
   */
  constructor(path, period, take, ask = answerOf) {
    this.path = path;
    this.period = period;
    this.take = take;
    this.ask = ask;
    document.addEventListener("visibilitychange", () => this.#follow());
    addEventListener("online", () => this.#follow());
  }

  /** Ask from now on, first after one period. */
  start() {
    this.#isOn = true;
    this.#wait();
  }

  /** Ask at once, or after the question that is out: something has changed. */
  now() {
    if (!this.#isOn) return;
    clearTimeout(this.#timer);
    this.#isStale = this.#isAsking;
    this.#ask();
  }

  stop() {
    this.#isOn = false;
    clearTimeout(this.#timer);
  }

  /** A page that comes back to the front is brought up to date at once. */
  #follow() {
    clearTimeout(this.#timer);
    this.#failures = 0;
    if (this.#isOn && !document.hidden) this.#ask();
  }

  /** Spread a little, so that pages which a restart brought back do not ask in step. */
  #wait() {
    clearTimeout(this.#timer);
    if (!this.#isOn || document.hidden) return;
    const wait = this.period * 2 ** this.#failures * (0.9 + Math.random() / 5);
    this.#timer = window.setTimeout(() => this.#ask(), wait);
  }

  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.onQuestion();
    try {
      const answer = await this.ask(this.path);
      this.#failures = answer === undefined ? Math.min(this.#failures + 1, MAX_DOUBLINGS) : 0;
      this.onAnswer(answer !== undefined);
      if (answer !== undefined && this.#isOn) this.take(answer);
    } catch (error) {
      reportError(error); // and the page says so; the next answer may be taken again
    }
    this.#isAsking = false;
    this.#wait();
    if (this.#isStale) this.now();
  }
}

/** @param {string} path @returns {Promise<any>} undefined if there is none just now */
async function answerOf(path) {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
