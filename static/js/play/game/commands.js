// The page's forms that are commands of the game: the socket sends them. They are posted as forms,
// as without scripts, only if it has never been open.

import { say } from "../../announce.js";
import { words } from "../../words.js";

/**
 * @typedef {import("../../socket.js").LiveSocket} LiveSocket
 */

const SECOND_PRESS_WITHIN = 3000; // ms

/**
 * Send the page's command forms through *socket*.
 * @param {LiveSocket} socket
 * @param {(code: string) => void} refuse says why a button has to wait
 */
export function sendCommandsThrough(socket, refuse) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.command) return;
    if (isBlocked(form)) refuse(form.dataset.refusal ?? "");
    if (isBlocked(form) || needsSecondPress(form)) event.preventDefault();
    else submit(event, form, socket);
  });
}

/**
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 * @param {LiveSocket} socket
 */
function submit(event, form, socket) {
  if (!socket.send(messageOf(form)) && !socket.hasBeenOpen) return; // the browser posts it
  event.preventDefault();
  if (socket.status !== "open") say(words("not_connected"));
}

/** @param {HTMLFormElement} form */
function messageOf({ dataset }) {
  const { command, what, yes } = dataset;
  if (command === "offer") return { type: command, what };
  if (command === "answer") return { type: command, what, yes: yes === "true" };
  return { type: command };
}

/** A button that waits for something else stays focusable and says so. @param {HTMLFormElement} form */
function isBlocked(form) {
  return form.querySelector("button")?.getAttribute("aria-disabled") === "true";
}

/**
 * Whether this was the first press of a button that asks for two, as its label then says.
 * @param {HTMLFormElement} form
 */
function needsSecondPress(form) {
  const label = form.querySelector("[data-sure]");
  if (!(label instanceof HTMLElement) || form.dataset.pressed) return false;
  const text = label.textContent;
  form.dataset.pressed = "once";
  label.textContent = label.dataset.sure ?? "";
  say(words("press_again"));
  setTimeout(() => {
    delete form.dataset.pressed;
    label.textContent = text;
  }, SECOND_PRESS_WITHIN);
  return true;
}
