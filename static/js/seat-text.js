// What seats are called. The server sends all readers the same frames, with a computer's level as a
// number: the words are the page's.

import { words } from "./words.js";

/** @typedef {{ label: string, level?: number }} Called */

/** @param {Called} seat */
export function seatText({ label, level }) {
  return level ? words("computer_level", { number: level }) : label;
}

/**
 * *message* with its seats called in the reader's language, if it is the state of a game.
 * @template {{ type: string }} Message
 * @param {Message} message
 * @returns {Message}
 */
export function withSeatTexts(message) {
  if (message.type !== "game") return message;
  const told = /** @type {{ seats: Record<string, Called | null> }} */ (/** @type {unknown} */ (message));
  const seats = Object.entries(told.seats).map(([mark, seat]) => [mark, seat && { ...seat, label: seatText(seat) }]);
  return { ...message, seats: Object.fromEntries(seats) };
}
