// A press is one press: the second click of a double click is none, nor is a key held down. It
// would say yes to what has just come under the pointer, or confirm what nobody has read.

const WHERE = "#offer, #swap-choice, #actions, #result";

export function watchPresses() {
  document.addEventListener("click", (event) => event.detail > 1 && stop(event), true);
  document.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && stop(event), true);
}

/** @param {Event} event */
function stop(event) {
  if (event.target instanceof Element && event.target.closest(WHERE)) event.preventDefault();
}
