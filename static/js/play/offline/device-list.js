// The list of the games on this device.

import { makeThumbnail } from "../../board/thumbnail.js";
import { html } from "../../dom.js";
import { words } from "../../words.js";

/** @typedef {import("./store.js").KeptGame} KeptGame */

export const PLAIN_LOOKS = { x: { symbol: "", colour: "" }, o: { symbol: "", colour: "" } };

/** Against whom. @param {KeptGame} game */
export function titleOf({ level }) {
  return level ? words("against_level", { level }) : words("two_here");
}

/** @param {KeptGame} game */
function resultOf({ level, side, outcome }) {
  if (outcome === "draw") return { kind: "tag", text: words("draw") };
  if (!level) return { kind: "tag", text: words("mark_won", { mark: outcome.toUpperCase() }) };
  if (outcome === side) return { kind: "tag tag--pos", text: words("won") };
  return { kind: "tag tag--neg", text: words("lost") };
}

/**
 * @param {KeptGame} game
 * @param {(game: KeptGame) => void} onReplay
 */
function rowOf(game, onReplay) {
  const { m, n, moves, endedAt } = game;
  const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const about = `${words("size", { m, n })}, ${when.format(endedAt)}`;
  const result = resultOf(game);
  const label = words("replay_of", { game: `${titleOf(game)}, ${about}` });
  const replay = html("button", { class: "btn btn--small", type: "button", "aria-label": label }, words("replay"));
  replay.addEventListener("click", () => onReplay(game));
  const added = game.uid ? html("small", { class: "offline__added" }, words("in_my_games")) : "";
  return html(
    "li",
    {},
    makeThumbnail({ m, n, first: "x", moves, looks: PLAIN_LOOKS }),
    html("div", {}, html("b", {}, titleOf(game)), html("small", {}, about), added),
    html("span", { class: result.kind }, result.text),
    replay,
  );
}

/**
 * @param {HTMLElement} list
 * @param {KeptGame[]} games the newest first
 * @param {(game: KeptGame) => void} onReplay
 */
export function listGames(list, games, onReplay) {
  list.replaceChildren(...games.map((game) => rowOf(game, onReplay)));
}
