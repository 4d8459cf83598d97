// Buttons that hand a link to the device's own ways of sharing. They show where there are any.

/** @param {HTMLButtonElement} button */
async function onPress({ dataset: { share: url, title } }) {
  try {
    await navigator.share({ url, title });
  } catch (error) {
    // Changing one's mind is no error.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Make every `button[data-share]` of the page share its link. */
export function watchShareButtons() {
  if (!("share" in navigator)) return;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-share]"))) {
    button.hidden = false;
    button.addEventListener("click", () => onPress(button));
  }
}
