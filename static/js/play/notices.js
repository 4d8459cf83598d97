// What concerns the reader beyond the game on the screen: challenges, answers, turns elsewhere.
// All tabs of a browser share one socket: the tab that holds a lock keeps it and passes on what
// comes to the others. A page shows a card, counts in the header and in the title, and, where the
// reader has allowed it, the device tells of what comes while no tab is looked at.

import { html } from "../dom.js";
import { say } from "../announce.js";
import { seatText } from "../seat-text.js";
import { LiveSocket, socketUrl, wakeWithThePage } from "../socket.js";
import { Called } from "./called.js";
import { playSound } from "../sound.js";
import { words } from "../words.js";

/**
 * @typedef {import("../socket.js").Message} Message
 * @typedef {{ kind: string, uid: string, name: string, level?: number, m: number, n: number, k: number,
 *   control: string, waiting: string[], reason: string, within: number }} Notice  within: seconds
 */

const CHANNEL = "notices";
/** A lock that the tabs share which are looked at. */
const LOOKED_AT = "looked at";
/** Tells the tabs of this browser that a game does not wait any more: it is seen, or was moved in. */
const SEEN = "seen";
/** Tells the tabs whether this browser has its socket, and asks whichever tab holds it. */
const CONNECTION = "connection";
const ASKED_FOR_CONNECTION = "connection?";
/** Tells this page that something waits for the reader, or waits no more. */
const WAITING = "waiting";
const MAX_CARDS = 3;
const SEEK_PATH = "/rounds/seek/";
const PUSHED = new Set(["begun", "challenge", "round"]); // on whatever clock
const ASKED = new Set(["challenge", "turn", "round", "joined"]); // what waits for the reader

/** @param {Notice} notice @returns {string} one sentence */
export function sentence({ kind, name, level, m, n, reason }) {
  const text = words(`notice_${kind}`, { name: seatText({ label: name, level }), size: `${m}×${n}` });
  return reason ? `${text} ${words(`declined_${reason}`)}` : text;
}

/**
 * The page's title with the number that waits before it.
 * @param {string} title
 * @param {number} count
 */
export function countedTitle(title, count) {
  const bare = title.replace(/^\(\d+\) /, "");
  return count ? `(${count}) ${bare}` : bare;
}

/**
 * Those of *uids* that a page counts: all but the game that it shows itself.
 * @param {string[]} uids
 * @param {string} path of the page
 */
export function waitingElsewhere(uids, path) {
  return uids.filter((uid) => !path.startsWith(`/games/${uid}/`));
}

/** Have the other tabs no longer count a game that is in front here. @param {string} uid */
export function tellSeen(uid) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ type: SEEN, uid });
  channel.close();
}

/**
 * Call *follow* with whether this browser hears of what is for its reader, now and at each change.
 * @param {(isHeard: boolean) => void} follow
 */
export function followConnection(follow) {
  document.addEventListener(CONNECTION, (event) => follow(/** @type {CustomEvent} */ (event).detail));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ type: ASKED_FOR_CONNECTION });
  channel.close();
}

/** Call *follow* whenever something has come that waits for the reader, or has gone. @param {() => void} follow */
export function followWaiting(follow) {
  document.addEventListener(WAITING, follow);
}

class Notices {
  /** @type {LiveSocket | undefined} in the tab that holds it */
  #socket;
  /** @type {string[]} */
  #uids = [];
  #called = new Called();
  /** What the page calls itself. */
  #ownTitle = document.title;

  start() {
    this.#wait((document.documentElement.dataset.waiting ?? "").split(" ").filter(Boolean));
    this.#keepTitle();
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => this.#hear(data);
    this.channel.postMessage({ type: SEEN, uid: location.pathname.split("/")[2] }); // if it is a game's page
    this.channel.postMessage({ type: WAITING, uids: this.#uids }); // this page is the newest
    this.#offerNotifications();
    document.addEventListener("visibilitychange", shareLook);
    shareLook();
    if (navigator.locks) navigator.locks.request(CHANNEL, () => this.#keepSocket());
    else this.#keepSocket();
  }

  /** Hold the lock, and with it the socket, until the session ends or the page is left. */
  async #keepSocket() {
    await new Promise((end) => {
      this.#socket = new LiveSocket(socketUrl("/ws/me/"), {
        message: (message) => {
          this.channel?.postMessage(message);
          this.#hear(message);
          if (message.type !== "notice") return;
          // Android has the constructor, and refuses it: there only the service worker may tell.
          this.#notify(/** @type {any} */ (message)).catch(() => {});
        },
        status: (status) => {
          this.#tellConnection();
          if (status === "closed") end(status);
        },
        dropped: () => {},
      });
      this.#socket.connect();
      wakeWithThePage(this.#socket);
    });
    this.#socket = undefined;
  }

  #tellConnection() {
    if (!this.#socket) return;
    const message = { type: CONNECTION, isOpen: this.#socket.status === "open" };
    this.channel?.postMessage(message);
    this.#hear(message);
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === CONNECTION) document.dispatchEvent(new CustomEvent(CONNECTION, { detail: message.isOpen }));
    if (message.type === ASKED_FOR_CONNECTION) this.#tellConnection();
    if (message.type === WAITING) this.#hearWhatWaits(message.uids);
    if (message.type === SEEN && this.#called.isOf((uid) => uid === message.uid)) this.#called.close();
    if (message.type === SEEN) this.#wait(this.#uids.filter((uid) => uid !== message.uid));
    if (message.type !== "notice") return;
    const notice = /** @type {Notice} */ (/** @type {unknown} */ (message));
    this.#wait(notice.waiting);
    if (notice.within) return this.#call(notice);
    const isOnScreen = location.pathname.startsWith(`/games/${notice.uid}/`);
    if (!isOnScreen && !document.hidden) this.#show(notice);
  }

  /** @param {string[]} uids as the server tells them: without a game that was called off */
  #hearWhatWaits(uids) {
    document.dispatchEvent(new CustomEvent(WAITING));
    if (this.#called.isOf((uid) => !uids.includes(uid))) this.#called.end();
    this.#wait(uids);
  }

  /** Every page calls the reader, also one in the background: its title says who is there. @param {Notice} notice */
  #call(notice) {
    if (location.pathname.startsWith(`/games/${notice.uid}/`)) return;
    if (this.#socket) playSound("notice"); // once for all tabs
    if (location.pathname === SEEK_PATH) return; // which goes there by itself
    this.#called.show(notice, sentence(notice));
    this.#setTitle();
  }

  /** @param {Notice} notice */
  #show(notice) {
    const cards = document.querySelector(".toasts");
    if (!cards) return;
    const text = sentence(notice);
    const close = html("button", { class: "btn btn--quiet btn--icon", type: "button" }, "×");
    close.setAttribute("aria-label", words("dismiss"));
    const link = html("a", { class: "btn btn--quiet", href: pathOf(notice) }, words("notice_open"));
    const card = html("div", { class: "toast toast--notice" }, html("p", {}, text), link, close);
    close.addEventListener("click", () => card.remove());
    cards.querySelectorAll(".toast--notice")[MAX_CARDS - 1]?.remove();
    cards.prepend(card);
    say(text);
    if (ASKED.has(notice.kind)) playSound("notice");
  }

  /** Let the device tell of it if no tab is looked at and no push does. @param {Notice} notice */
  async #notify(notice) {
    if (globalThis.Notification?.permission !== "granted" || (await isLookedAt())) return;
    if (isPushed(notice) && (await globalThis.caches?.match("/push/endpoint"))) return;
    const shown = new Notification(countedTitle(document.title, 0), {
      body: sentence(notice),
      tag: notice.uid,
    });
    shown.onclick = () => {
      window.focus();
      location.assign(pathOf(notice));
    };
  }

  /** Browsers want a press before they ask whether notifications are welcome. */
  #offerNotifications() {
    const button = document.querySelector("[data-ask-notifications]");
    if (!(button instanceof HTMLButtonElement) || !globalThis.Notification) return;
    button.hidden = Notification.permission !== "default";
    button.addEventListener("click", async () => {
      const answer = await Notification.requestPermission();
      button.hidden = answer !== "default";
      say(words(answer === "granted" ? "notifications_on" : "notifications_off"));
    });
  }

  /** @param {string[]} uids of the games and challenges that wait for the reader */
  #wait(uids) {
    this.#uids = waitingElsewhere(uids, location.pathname);
    const count = this.#uids.length;
    for (const badge of document.querySelectorAll("[data-waiting-count]")) {
      badge.textContent = count ? String(count) : "";
      badge.closest("[data-waiting]")?.toggleAttribute("hidden", !count);
    }
    this.#setTitle();
  }

  /** What the page calls itself, or that somebody has come, with the number that waits before it. */
  #setTitle() {
    const wanted = countedTitle(this.#called.title || this.#ownTitle, this.#uids.length);
    if (document.title !== wanted) document.title = wanted;
  }

  /** Pages give themselves other titles; the number stays before them. */
  #keepTitle() {
    const title = document.querySelector("title");
    if (!title) return;
    new MutationObserver(() => {
      const bare = countedTitle(document.title, 0);
      if (bare !== this.#called.title) this.#ownTitle = bare;
      this.#setTitle();
    }).observe(title, { childList: true });
  }
}

/** Hold the lock until the page is not looked at any more. */
function shareLook() {
  const untilLeft = (/** @type {(value: any) => void} */ end) => document.addEventListener("visibilitychange", end, { once: true });
  navigator.locks?.request(LOOKED_AT, { mode: "shared" }, () => document.hidden || new Promise(untilLeft));
}

/** Whether a tab of this browser is looked at, or where there are no locks, this one. */
async function isLookedAt() {
  const locks = await navigator.locks?.query();
  return !document.hidden || locks?.held?.some(({ name }) => name === LOOKED_AT);
}

/** Where to answer, or to look. @param {Notice} notice */
function pathOf({ kind, uid }) {
  return kind === "round" ? "/me/waiting/" : `/games/${uid}/`;
}

/** Whether devices that want it are told by push: see games/play/push/queries.py. @param {Notice} notice */
export function isPushed({ kind, control }) {
  return PUSHED.has(kind) || (kind === "turn" && control.endsWith("d"));
}

/** Begin, for readers whom the site knows. */
export function watchNotices() {
  if (document.documentElement.dataset.waiting !== undefined) new Notices().start();
}
