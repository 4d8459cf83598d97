// Whether the scripts draw generated boards as the server does. The cases come from
// test_one_drawing.py as JSON, by the file's name on the command line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { Ink } from "../../static/js/board/ink.js";
import { glyph } from "../../static/js/board/glyph.js";
import { pathOf } from "../../static/js/board/strokes.js";
import { makeThumbnail } from "../../static/js/board/thumbnail.js";

const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** As much of an element as drawing takes; as text it is what a template would have written. */
class Element {
  attributes = new Map();
  children = [];
  style = { setProperty() {} };
  classList = { toggle() {} };

  constructor(tag) {
    this.tag = tag;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  append(...children) {
    this.children.push(...children);
  }

  toString() {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
    if (this.tag === "path") return `<path${attributes}/>`;
    const inside = this.children.map((child) => (typeof child === "string" ? escape(child) : child)).join("");
    return `<${this.tag}${attributes}>${inside}</${this.tag}>`;
  }
}

function escape(text) {
  return text.replace(/[&<>"']/g, (sign) => ESCAPED[sign]);
}

globalThis.document = { createElementNS: (_, tag) => new Element(tag) };

const { boards, looks, hands } = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { look, glyphs } of looks) {
  for (const mark of ["x", "o"]) assert.equal(String(glyph(mark, look)), glyphs[mark]);
}

for (const { stroke, path } of hands) assert.equal(pathOf(stroke), path);

for (const { game, drawn } of boards) {
  assert.equal(String(makeThumbnail(game)), drawn.thumbnail);
  const ink = new Ink(game);
  assert.equal(ink.layers.grid.children.join(""), drawn.lines);
  for (const { cell, mark, inside } of drawn.marks) {
    ink.addMark(cell, mark);
    assert.equal(String(ink.marks.get(cell).children.join("")).replaceAll(' pathLength="1"', ""), inside);
  }
}
