// A socket that comes back. It knows no board: it passes messages on in the order of their
// versions, drops what is old, asks for the whole state when something is missing, and carries
// one command at a time through a broken connection.

/**
 * @typedef {{ type: string, version?: number, [field: string]: any }} Message
 * @typedef {{ type: string, id: string, ply: number, [field: string]: any }} Command
 * @typedef {"connecting" | "open" | "waiting" | "closed"} Status  waiting: for the next attempt
 *
 * @typedef {object} SocketHandlers
 * @property {(message: Message) => void} message  in order; a whole state may repeat
 * @property {(status: Status, code: number) => void} status  code: why it closed, 0 if it did not
 * @property {(ms: number) => void} [measured]  how long the server took to answer a ping
 * @property {(isSilent: boolean) => void} [silent]  an answer is missing, or has come after all
 * @property {(id: string) => void} dropped  the command did not take place and is not sent again
 *
 * @typedef {object} Surroundings  what a test puts in the place of the browser
 * @property {(url: string) => WebSocket} open
 * @property {(work: () => void, ms: number) => number} later
 * @property {(timer: number) => void} forget
 * @property {() => number} random  from 0 to 1
 * @property {() => number} now  in milliseconds since any moment
 * @property {() => boolean} isHidden  whether the page is out of sight, where it may fall asleep
 */

const FINAL_CODES = new Set([4401, 4403, 4404]);
const MIN_WAIT = 500; // ms, as all times below
const MAX_WAIT = 10_000;
const A_RESTART = 6_000; // a server that restarts is back by then; until then waits stay short
const MAX_WAIT_IN_A_RESTART = 2_000;
const MIN_IDLE = 2_500;
const MIN_IDLE_AFTER_A_LOSS = 500; // players may be at two processes, whose hints get lost
const MAX_IDLE = 3_500; // after six seconds of silence the server counts a player as away
const ANSWER_EXPECTED = 3_500; // after a ping or a first attempt; then the page tells its reader
const PONG_TIMEOUT = 9_000; // after a ping; then the connection is given up
const ASLEEP = 2_000; // a timer that is so late has slept with the page, and nothing is known
const CONNECT_TIMEOUT = 20_000; // a proxy may have to find out first that a server hangs
const OPEN = 1; // WebSocket.OPEN, also where there is no WebSocket

/**
 * How long to wait before an attempt: anything up to a bound that doubles (full jitter), so that
 * the clients of a server that restarts do not come back all at once.
 * @param {number} attempt counted from 0
 * @param {number} random from 0 to 1
 * @param {number} away for how long the server has not been there, in milliseconds
 */
export function waitBefore(attempt, random, away) {
  const longest = away < A_RESTART ? MAX_WAIT_IN_A_RESTART : MAX_WAIT;
  return random * Math.min(longest, MIN_WAIT * 2 ** attempt);
}

/** @returns {string} an id for a command: 16 letters and digits */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** @param {string} path @returns {string} the socket's address on this server */
export function socketUrl(path) {
  return new URL(path, location.href.replace(/^http/, "ws")).href;
}

/** @type {Surroundings} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  later: (work, ms) => window.setTimeout(work, ms),
  forget: (timer) => window.clearTimeout(timer),
  random: Math.random,
  now: () => performance.now(),
  isHidden: () => document.hidden,
};

export class LiveSocket {
  /** @type {Status} */
  status = "closed";
  /** Whether it has ever been open: if not, something on the way may forbid sockets. */
  hasBeenOpen = false;
  /** Whether it has never been open, and an attempt has failed or takes long. */
  isKeptOut = false;
  /** Whether an answer is missing on the open connection. */
  isSilent = false;
  /** The latest version passed on; -1 before the first. */
  version = -1;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempt = 0;
  /** Whether it has come back and not asked for the version since. */
  #isBack = false;
  #lostAt = 0;
  /** When the ping went out that waits for its pong; -1 without one. */
  #pingedAt = -1;
  /** Whether nothing has been heard since the last ping. */
  #isAsking = false;
  /** @type {Command | null} sent, not yet acknowledged */
  #pending = null;
  /** Whether something is missing, and the whole state has been asked for. */
  #isBehind = false;
  /** How many pongs told a version that this client still does not have. */
  #pongsAhead = 0;
  /** @type {Command | null} what was on its way when the last ping went out */
  #before = null;
  /** @type {number | undefined} the one timer: next attempt, next ping, or pong overdue */
  #timer;

  /**
   * @param {string} url
   * @param {SocketHandlers} handlers
   * @param {Partial<Surroundings>} [surroundings]
   */
  constructor(url, handlers, surroundings = {}) {
    this.url = url;
    this.handlers = handlers;
    this.around = { ...BROWSER, ...surroundings };
  }

  /** The command that is on its way, if any. */
  get pending() {
    return this.#pending;
  }

  connect() {
    if (this.hasBeenOpen) this.#schedule(() => this.#giveUp(), CONNECT_TIMEOUT);
    else this.#schedule(() => this.#missOpening(), ANSWER_EXPECTED);
    this.#setStatus("connecting", 0);
    const socket = this.around.open(this.url);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = (event) => this.#closed(event.code);
  }

  /** Leave for good. */
  close() {
    this.#abandon();
    this.#forgetTimer();
    this.#setStatus("closed", 1000);
  }

  /** The network or the page is back: do not wait any longer. */
  wake() {
    if (this.status === "waiting") this.connect();
    else this.tell();
  }

  /** Tell the server at once whether the page is in sight: out of it, it may soon be asleep. */
  tell() {
    if (this.status === "open") this.#ping();
  }

  /**
   * Send *message* once, if the socket is open.
   * @param {object} message
   * @returns {boolean} whether it has been sent
   */
  send(message) {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (!this.#isAsking) this.#waitIdle(); // the server has heard of this page
    return true;
  }

  /**
   * Send a command and keep it until it is acknowledged; after a broken connection it goes out
   * again if the server still waits for exactly this ply.
   * @param {Command} command
   */
  command(command) {
    this.#pending = command;
    this.send(command);
  }

  #missOpening() {
    this.isKeptOut = true;
    this.#schedule(() => this.#giveUp(), CONNECT_TIMEOUT - ANSWER_EXPECTED);
    this.handlers.silent?.(true);
  }

  #opened() {
    this.#attempt = 0;
    this.#isBack = this.hasBeenOpen;
    this.hasBeenOpen = true;
    this.isKeptOut = false;
    this.#pingedAt = -1;
    this.#isAsking = false;
    this.#setStatus("open", 0);
    if (this.around.isHidden()) this.#ping();
    else this.#waitIdle();
  }

  /** @param {string} text */
  #received(text) {
    if (this.#isAsking) this.#answered();
    const message = /** @type {Message} */ (JSON.parse(text));
    if (message.type === "pong") this.#ponged(message.version ?? 0);
    else if (message.type === "retry") this.#notKept(message);
    else if (this.#isNews(message)) this.#pass(message);
    else this.#settleWith(message);
  }

  /**
   * Whether a message follows what has been passed on. One that leaves a gap is not passed on;
   * the whole state is asked for instead.
   * @param {Message} message
   */
  #isNews({ type, version }) {
    if (version === undefined) return true;
    if (type === "game") return version >= this.version;
    if (version > this.version + 1) this.#catchUp();
    return version === this.version + 1;
  }

  /** @param {Message} message */
  #pass(message) {
    if (message.version !== undefined) this.version = message.version;
    if (message.type === "game") this.#isUpToDate();
    this.#settleWith(message);
    this.handlers.message(message);
  }

  /** @param {number} version */
  #ponged(version) {
    if (this.#pingedAt >= 0) this.handlers.measured?.(this.around.now() - this.#pingedAt);
    this.#pingedAt = -1;
    this.#compare(version);
  }

  /**
   * The server has told its version, 0 where there are none. If it is ahead, the whole state
   * follows; a connection on which it does not, twice, is broken. If it has not moved, a command
   * from before the ping has been lost.
   * @param {number} version
   */
  #compare(version) {
    if (version > Math.max(0, this.version)) {
      if (++this.#pongsAhead > 1) this.#giveUp();
      return;
    }
    this.#isUpToDate();
    if (version === this.version && this.#pending && this.#pending === this.#before) this.send(this.#pending);
  }

  /** Ask for the whole state: the server sends it to a ping with an old version. */
  #catchUp() {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#ping();
  }

  #isUpToDate() {
    this.#isBehind = false;
    this.#pongsAhead = 0;
  }

  /** What a message, perhaps an old one, means for the command on its way. @param {Message} message */
  #settleWith(message) {
    const pending = this.#pending;
    if (!pending) return;
    if (message.type === "moved" && message.id === pending.id) this.#pending = null;
    else if (message.type === "refused" && message.id === pending.id) this.#drop(pending);
    else if (message.type === "game" && message.version === this.version) this.#settleWithState(pending, message);
  }

  /**
   * The whole state holds the command, or still waits for its ply, or has gone another way.
   * @param {Command} pending
   * @param {Message} state
   */
  #settleWithState(pending, state) {
    if (state.ids.includes(pending.id)) this.#pending = null;
    else if (state.moves.length === pending.ply && state.status === "ongoing") this.send(pending);
    else this.#drop(pending);
  }

  /** @param {Command} pending */
  #drop(pending) {
    this.#pending = null;
    this.handlers.dropped(pending.id);
  }

  /** The server could not keep something just now: a command goes out again. @param {Message} message */
  #notKept(message) {
    const pending = this.#pending;
    if (!pending || pending.id !== message.id) {
      this.handlers.message(message);
      return;
    }
    this.around.later(() => {
      if (this.#pending === pending) this.send(pending);
    }, MIN_WAIT * (1 + this.around.random()));
  }

  /** @param {number} code */
  #closed(code) {
    this.#abandon();
    if (FINAL_CODES.has(code)) {
      this.#forgetTimer();
      this.#setStatus("closed", code);
      return;
    }
    if (this.#attempt === 0) this.#lostAt = this.around.now();
    const away = this.around.now() - this.#lostAt;
    this.#schedule(() => this.connect(), waitBefore(this.#attempt, this.around.random(), away));
    this.#attempt += 1;
    this.isKeptOut = !this.hasBeenOpen;
    this.#setStatus("waiting", code);
  }

  /** The connection is dead although nobody said so. */
  #giveUp() {
    this.#closed(1006);
  }

  /** Hear no more of the present socket. */
  #abandon() {
    const socket = this.#socket;
    this.#socket = null;
    this.isSilent = this.#isAsking = false;
    this.#isUpToDate();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #waitIdle() {
    const shortest = this.#isBack ? MIN_IDLE_AFTER_A_LOSS : MIN_IDLE;
    const longest = this.#isBack ? MIN_IDLE : MAX_IDLE;
    this.#schedule(() => this.#ping(), shortest + (longest - shortest) * this.around.random());
  }

  #ping() {
    this.#isBack = false;
    this.#before = this.#pending;
    const hidden = this.around.isHidden() ? { hidden: true } : {};
    if (!this.send({ type: "ping", version: Math.max(0, this.version), ...hidden })) return;
    this.#pingedAt = this.around.now();
    if (this.#isAsking) return; // an earlier one is waited for already
    this.#isAsking = true;
    this.#expect(ANSWER_EXPECTED, () => this.#missAnswer());
  }

  /** Do *work* after so many *ms* without an answer; but if the page has slept, ask again. */
  #expect(/** @type {number} */ ms, /** @type {() => void} */ work) {
    const due = this.around.now() + ms;
    this.#schedule(() => {
      if (this.around.now() - due < ASLEEP) return work();
      this.#isAsking = false;
      this.#ping();
    }, ms);
  }

  #missAnswer() {
    this.#setSilent(true);
    this.#expect(PONG_TIMEOUT - ANSWER_EXPECTED, () => this.#giveUp());
  }

  #answered() {
    this.#isAsking = false;
    this.#setSilent(false);
    this.#waitIdle();
  }

  /** @param {boolean} isSilent */
  #setSilent(isSilent) {
    if (isSilent === this.isSilent) return;
    this.isSilent = isSilent;
    this.handlers.silent?.(isSilent);
  }

  /** @param {() => void} work @param {number} ms */
  #schedule(work, ms) {
    this.#forgetTimer();
    this.#timer = this.around.later(work, ms);
  }

  #forgetTimer() {
    if (this.#timer !== undefined) this.around.forget(this.#timer);
    this.#timer = undefined;
  }

  /** @param {Status} status @param {number} code */
  #setStatus(status, code) {
    this.status = status;
    this.handlers.status(status, code);
  }
}

/**
 * Wake *socket* when the network or the page is back; have it tell when the page is hidden.
 * @param {Pick<LiveSocket, "wake" | "tell">} socket
 */
export function wakeWithThePage(socket) {
  addEventListener("online", () => socket.wake());
  addEventListener("pageshow", (event) => event.persisted && socket.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) socket.tell();
    else socket.wake();
  });
}
