// Pieces of boards that show the two marks as they will look.

import { markPicture, usePens } from "./marks.js";

/**
 * @typedef {import("./marks.js").Mark} Mark
 * @typedef {import("./marks.js").MarkLook} MarkLook
 */

const COLOUR = /^#[0-9a-f]{6}$/i;
const MAX_CODE_POINTS = 4;
const MIN_CONTRAST = 3;

/**
 * How a mark looks as typed: a long symbol is cut, what is no colour is ignored.
 * @param {string} symbol
 * @param {string} colour
 * @returns {MarkLook}
 */
export function lookOf(symbol, colour) {
  const typed = colour.trim();
  return {
    symbol: [...symbol.trim()].slice(0, MAX_CODE_POINTS).join(""),
    colour: COLOUR.test(typed) ? typed : "",
  };
}

/** @param {HTMLElement} paper @param {Record<Mark, MarkLook>} looks */
export function showMarks(paper, looks) {
  paper.replaceChildren(markPicture("x", looks.x), markPicture("o", looks.o));
  usePens(paper, looks);
}

/**
 * Whether *colour* is too faint to be seen on *paper*.
 * @param {HTMLElement} paper
 * @param {string} colour #rrggbb, or "" for the pen
 */
export function isFaintOn(paper, colour) {
  if (!colour) return false;
  const ground = getComputedStyle(paper).backgroundColor.match(/\d+/g) ?? [];
  return contrast(channelsOf(colour), ground.slice(0, 3).map(Number)) < MIN_CONTRAST;
}

/** @param {string} colour #rrggbb */
export function channelsOf(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/**
 * The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it.
 * @param {number[]} first red, green and blue from 0 to 255
 * @param {number[]} second
 */
export function contrast(first, second) {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param {number[]} channels */
function luminance(channels) {
  const [red, green, blue] = channels.map((channel) => linear(channel / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number} channel */
function linear(channel) {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
