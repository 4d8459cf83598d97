// Lists that change by themselves keep still while somebody is in them, so that nothing slips
// under a press.

/**
 * Whether the pointer or the focus is in *element*. Touch has no hover that ends, so only the
 * pointer of a mouse counts.
 * @param {Element} element
 */
export function isInUse(element) {
  const hasMouse = matchMedia("(hover: hover)").matches;
  return element.matches(":focus-within") || (hasMouse && element.matches(":hover"));
}

/**
 * Do *work* each time somebody may have left *element*. What the pointer comes to next counts, too:
 * if the page has moved under it, it was still in *element* when it was said to leave.
 * @param {Element} element
 * @param {() => void} work
 */
export function whenLeft(element, work) {
  const soon = () => setTimeout(work);
  for (const leaving of ["pointerleave", "focusout"]) element.addEventListener(leaving, soon);
  document.addEventListener("pointerover", soon);
}
