// A phone in the hand feels the own mark, and a win.

const PATTERNS = { mark: 12, win: [30, 60, 30] }; // ms: on, off, on

/** @param {keyof typeof PATTERNS} what */
export function vibrate(what) {
  if (document.querySelector('[data-vibration="off"]') || !matchMedia("(pointer: coarse)").matches) return;
  // Refused before the first press.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PATTERNS[what]);
}
