// What stays on this device: the last games, and which puzzles were solved. A browser that keeps
// nothing for this site makes every function fail, and its callers go on without.

/** @typedef {import("./rules.js").Size} Size */
/** @typedef {import("../../board/marks.js").Mark} Mark */
/**
 * @typedef {Size & {
 *   id: string,
 *   level: number,
 *   levelName: string,
 *   side: Mark | "",
 *   moves: number[],
 *   spent: number[],
 *   endedAt: number,
 *   outcome: Mark | "draw",
 *   uid: string,
 * }} KeptGame  level 0, no levelName and no side: two on this device; spent: ms by move; uid: among My games
 */

const MAX_GAMES = 20;
const GAMES = "games";
const SOLVED = "solved";

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** Open it, again once the browser has failed to or has closed it. @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("offline", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(GAMES, { keyPath: "id" });
      asked.result.createObjectStore(SOLVED);
    };
    asked.onsuccess = () => {
      asked.result.onclose = () => (opened = undefined);
      resolve(asked.result);
    };
    asked.onerror = () => {
      opened = undefined;
      reject(asked.error);
    };
  });
  return opened;
}

/**
 * @template T
 * @param {string} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>} once it is stored
 */
async function inStore(store, mode, work) {
  const transaction = (await open()).transaction(store, mode);
  const asked = work(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @returns {Promise<KeptGame[]>} the newest first */
export async function keptGames() {
  const games = await inStore(GAMES, "readonly", (store) => store.getAll());
  return games.sort((a, b) => b.endedAt - a.endedAt);
}

/** Keep a game; the newest MAX_GAMES stay. @param {KeptGame} game */
export async function keepGame(game) {
  await inStore(GAMES, "readwrite", (store) => store.put(game));
  const tooMany = (await keptGames()).slice(MAX_GAMES);
  for (const { id } of tooMany) await inStore(GAMES, "readwrite", (store) => store.delete(id));
}

/** Note under which address games are among My games. @param {Map<string, string>} uids by id */
export async function markAdded(uids) {
  for (const game of await keptGames()) {
    const uid = uids.get(game.id);
    if (uid) await inStore(GAMES, "readwrite", (store) => store.put({ ...game, uid }));
  }
}

/** @returns {Promise<Set<string>>} the names of the puzzles that were solved here */
export async function solvedPuzzles() {
  const names = await inStore(SOLVED, "readonly", (store) => store.getAllKeys());
  return new Set(names.map(String));
}

/** @param {string} name */
export async function keepSolved(name) {
  await inStore(SOLVED, "readwrite", (store) => store.put(Date.now(), name));
}

/** A name for a game that no other has: 32 hexadecimal digits. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
