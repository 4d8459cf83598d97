// Whether a player stays on the page instead of being led from the tournament to the board, and back.

const STAYS = "arena-stays"; // kept by the browser

/** What was chosen on this page, for where storage is blocked. */
let isStaying = false;

export function wantsToStay() {
  try {
    return localStorage.getItem(STAYS) !== null;
  } catch {
    return isStaying;
  }
}

/** @param {boolean} stays */
export function keepStaying(stays) {
  isStaying = stays;
  try {
    if (stays) localStorage.setItem(STAYS, "1");
    else localStorage.removeItem(STAYS);
  } catch {
    // Storage is blocked: the choice is forgotten with the page.
  }
}
