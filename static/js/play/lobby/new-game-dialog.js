// The form for a new game as a dialog over the page. The form, its style and its script are those
// of the page that the links lead to, and come only once somebody is about to follow one.

import { byId } from "../../dom.js";
import { documentOf } from "../../pages.js";
import { readWordsAnew } from "../../words.js";

const PATIENCE = 4000; // ms, after which the link leads to the page itself

export class NewGameDialog {
  #dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
  /** @type {Promise<boolean> | undefined} whether the form is there */
  #isThere;

  /** Open links that create a game in the dialog. */
  constructor() {
    for (const link of document.querySelectorAll("a[data-new-game]")) {
      if (link instanceof HTMLAnchorElement) this.#watch(link);
    }
  }

  /** @param {HTMLAnchorElement} link */
  #watch(link) {
    for (const approach of ["pointerenter", "focus"]) link.addEventListener(approach, () => this.#load(link.href));
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.#open(link);
    });
  }

  /** @param {HTMLAnchorElement} link */
  async #open(link) {
    if (!(await this.#load(link.href))) {
      location.assign(link.href);
      return;
    }
    const opponent = this.#dialog.querySelector(`[name=opponent][value="${link.dataset.newGame}"]`);
    if (!(opponent instanceof HTMLInputElement)) return;
    opponent.click(); // as if by hand: the clock follows it
    this.#dialog.showModal();
    opponent.focus();
  }

  /** @param {string} address of the form's page */
  #load(address) {
    this.#isThere ??= this.#bring(address).catch(() => false);
    return this.#isThere;
  }

  /** @param {string} address */
  async #bring(address) {
    const page = await documentOf(address, undefined, PATIENCE);
    const form = page?.querySelector("[data-new-game-form]");
    if (!page || !form) return false;
    const [scripts, sheets] = [scriptsOf(page), sheetsOf(page)];
    await Promise.all(sheets.map(addSheet));
    this.#dialog.append(...document.adoptNode(form).childNodes);
    readWordsAnew();
    await Promise.all(scripts.map((address) => import(address)));
    return true;
  }
}

/** The addresses of the scripts that *page* has beyond those of this page. @param {Document} page */
function scriptsOf(page) {
  const known = new Set(Array.from(document.scripts, (script) => script.src));
  return Array.from(page.scripts, (script) => script.src).filter((address) => address && !known.has(address));
}

/** The style sheets that *page* has beyond those of this page. @param {Document} page */
function sheetsOf(page) {
  const all = (/** @type {Document} */ { head }) => [...head.querySelectorAll("link")].filter((link) => link.rel === "stylesheet");
  const known = new Set(all(document).map((link) => link.href));
  return all(page).filter((link) => !known.has(link.href));
}

/** @param {HTMLLinkElement} sheet */
function addSheet(sheet) {
  return new Promise((resolve, reject) => {
    sheet.onload = resolve;
    sheet.onerror = reject;
    document.head.append(document.adoptNode(sheet));
  });
}
