// A phone in the hand feels the own mark, and a win. It is never needed to play.

const PATTERNS = { mark: 12, win: [30, 60, 30] }; // ms: on, off, on

/** @param {keyof typeof PATTERNS} what */
export function vibrate(what) {
  if (!document.querySelector('[data-vibration="on"]') || !matchMedia("(pointer: coarse)").matches) return;
  // Before the first press on a page browsers refuse it, and complain.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PATTERNS[what]);
}
