// The table of open games. Rows are clones of the server's own pattern, so that a row has the
// same form whoever made it. While the pointer or the focus is in the table no row moves: a game
// that is gone fades, and what is new waits, so that nothing slips under a press.

import { alertNow } from "../../announce.js";
import { otherMark } from "../../board/marks.js";
import { byId, html, pageData } from "../../dom.js";
import { isInUse, whenLeft } from "../../in-use.js";
import { capitalised, goalText } from "../../goal.js";
import { controlText, specialTermsText } from "../../terms.js";
import { words } from "../../words.js";

/**
 * @typedef {object} OpenGame see games/protocol/messages.py
 * @property {string} uid
 * @property {string} name
 * @property {number} m
 * @property {number} n
 * @property {number} k
 * @property {string} control
 * @property {"x" | "o" | "either"} seat
 * @property {string[]} special
 */

const BLANK_UID = "0000000000";
const NEW_FOR = 4000; // ms
const MIN_CELLS = 9;

export class OpenGames {
  #template = /** @type {HTMLTemplateElement} */ (byId("open-game-template"));
  #empty = byId("no-open-games");
  #filter = /** @type {HTMLFormElement} */ (byId("open-filter"));
  /** @type {Map<string, OpenGame>} by uid, those whose rows wait until nobody is in the table */
  #arrived = new Map();

  /** @param {HTMLTableElement} table */
  constructor(table) {
    this.table = table;
    this.body = table.tBodies[0];
    this.region = /** @type {HTMLElement} */ (table.parentElement);
    this.ownName = table.dataset.me ?? "";
    this.blocked = new Set(/** @type {string[]} */ (pageData("blocked-names")));
    this.#filter.addEventListener("change", () => this.#applyFilter());
    this.#filter.querySelector("button")?.remove(); // the choice acts at once
    whenLeft(this.body, () => this.#settle());
    this.#applyFilter();
  }

  /** All open games, the newest first. @param {OpenGame[]} games */
  replace(games) {
    const uids = new Set(games.map((game) => game.uid));
    this.#arrived.clear();
    for (const { dataset } of [...this.body.rows]) {
      const { uid = "" } = dataset;
      if (!uids.has(uid)) this.remove(uid);
    }
    for (const game of games.toReversed()) this.add(game);
  }

  /** Games of those one has blocked are not shown. @param {OpenGame} game */
  add(game) {
    if (this.blocked.has(game.name)) return;
    const row = this.#row(game.uid);
    if (!row) this.#arrived.set(game.uid, game);
    else if (!row.querySelector("[data-open]")) setGone(row, false);
    else {
      row.replaceWith(this.#makeRow(game)); // its owner can cancel it again
      this.#applyFilter();
    }
    this.#settle();
  }

  /** The game waits no longer: its row goes; one's own leads to it if it is still there. @param {string} uid */
  remove(uid) {
    this.#arrived.delete(uid);
    const row = this.#row(uid);
    if (!row) return;
    if (row.querySelector("[data-cancel]")) void this.#leadInto(row);
    if (row.querySelector("[data-open]")) return;
    setGone(row, true);
    this.#settle();
  }

  /** @param {HTMLTableRowElement} row of one's own game */
  async #leadInto(row) {
    const link = tellItsOwner(row);
    const answer = await fetch(link.href, { method: "HEAD" }).catch(() => null);
    if (answer?.status !== 404) return;
    link.remove();
    setGone(row, true);
    this.#settle();
  }

  /** Whether the table may be out of date. @param {boolean} isStale */
  setStale(isStale) {
    this.region.classList.toggle("is-stale", isStale);
  }

  /** Let rows come and go, if any is to; most often none is. */
  #settle() {
    const gone = this.body.querySelectorAll(".is-gone");
    if (!(gone.length + this.#arrived.size) || isInUse(this.body)) return;
    for (const row of gone) row.remove();
    for (const game of this.#arrived.values()) this.body.prepend(this.#makeRow(game));
    this.#arrived.clear();
    this.#applyFilter();
  }

  /** @param {string} uid */
  #row(uid) {
    return [...this.body.rows].find((row) => row.dataset.uid === uid);
  }

  /** @param {OpenGame} game */
  #makeRow(game) {
    const { content } = /** @type {HTMLTemplateElement} */ (this.#template.cloneNode(true));
    const row = /** @type {HTMLTableRowElement} */ (content.querySelector("tr"));
    for (const element of [row, ...row.querySelectorAll("[href], [formaction]")]) fillIn(element, game.uid);
    const isOwn = game.name === this.ownName;
    const texts = textsOf(game, isOwn);
    for (const [part, text] of Object.entries(texts)) {
      for (const cell of row.querySelectorAll(`[data-${part}]`)) cell.textContent = text;
    }
    row.dataset.cells = String(game.m * game.n);
    row.querySelector(isOwn ? "[data-join]" : "[data-cancel]")?.remove();
    const label = words(isOwn ? "cancel" : "join", texts);
    row.querySelector("button")?.setAttribute("aria-label", label);
    row.classList.add("is-new");
    setTimeout(() => row.classList.remove("is-new"), NEW_FOR);
    return row;
  }

  #applyFilter() {
    const show = new FormData(this.#filter).get("show");
    const rows = [...this.body.rows];
    for (const row of rows) {
      const isSmall = row.dataset.cells === String(MIN_CELLS);
      row.hidden = show === (isSmall ? "large" : "small");
    }
    this.#empty.hidden = rows.some((row) => !row.hidden);
    this.table.hidden = !this.#empty.hidden;
  }
}

/**
 * Whoever waits in the lobby is shown the way into the game.
 * @param {HTMLTableRowElement} row
 */
function tellItsOwner(row) {
  const href = row.querySelector("[data-name]")?.getAttribute("href") ?? "";
  const link = html("a", { class: "btn btn--ink", href, "data-open": "" }, words("open_game"));
  row.querySelector("[data-cancel]")?.replaceWith(link);
  row.classList.add("is-new");
  alertNow(words("own_game_gone", { size: row.querySelector("[data-size]")?.textContent ?? "" }));
  return link;
}

/** A gone game can come back: its creator was away. @param {HTMLTableRowElement} row @param {boolean} isGone */
function setGone(row, isGone) {
  row.classList.toggle("is-gone", isGone);
  for (const button of row.querySelectorAll("button")) button.disabled = isGone;
}

/** Put the uid where the pattern has its blank. @param {Element} element @param {string} uid */
function fillIn(element, uid) {
  for (const name of ["data-uid", "href", "formaction"]) {
    const text = element.getAttribute(name);
    if (text) element.setAttribute(name, text.replace(BLANK_UID, uid));
  }
}

/** @param {OpenGame} game @param {boolean} isOwn */
function textsOf({ name, m, n, k, control, seat, special }, isOwn) {
  return {
    name,
    size: `${m}×${n}`,
    goal: goalText(k),
    control: capitalised(controlText(control)),
    special: capitalised(specialTermsText(special)),
    seat: words(`seat_${isOwn && seat !== "either" ? otherMark(seat) : seat}`),
  };
}
