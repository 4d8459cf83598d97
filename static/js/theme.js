// The buttons of the header that keep a preference. Without a script they are forms that reload
// the page; with it, the page changes at once and the server is told in the background.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} what the page shows now */
function shownTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

/** @param {HTMLButtonElement} button */
function labelThemeButton(button) {
  const next = shownTheme() === "dark" ? "light" : "dark";
  button.value = next;
  const label = next === "dark" ? button.dataset.labelDark : button.dataset.labelLight;
  button.setAttribute("aria-label", label ?? next);
}

/** @param {HTMLButtonElement} button */
function switchTheme(button) {
  document.documentElement.dataset.theme = button.value;
  labelThemeButton(button);
}

/** @param {HTMLButtonElement} button */
function switchSound(button) {
  const isOn = button.value === "on";
  button.setAttribute("aria-pressed", String(isOn));
  button.value = isOn ? "off" : "on";
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function keep(form, button) {
  const body = new FormData(form, button);
  const headers = { "X-Requested-With": "fetch" };
  // Kept alive: whoever leaves the page at once has chosen all the same.
  fetch(form.action, { method: "POST", body, headers, keepalive: true }).catch(() => {
    // The page has changed already; the choice is lost with the next one.
  });
}

/**
 * Let a quick preference's button change the page at once.
 * @param {string} name of the preference
 * @param {(button: HTMLButtonElement) => void} change
 */
export function takeOver(name, change) {
  const form = document.querySelector(`form[data-quick="${name}"]`);
  const button = form?.querySelector("button");
  if (!(form instanceof HTMLFormElement) || !button) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(form, button);
    change(button);
  });
}

/** Make the theme and sound buttons of the header work without a reload. */
export function watchPreferences() {
  takeOver("theme", switchTheme);
  takeOver("sound", switchSound);
  const button = document.querySelector(".theme-button");
  if (!(button instanceof HTMLButtonElement)) return;
  labelThemeButton(button);
  dark.addEventListener("change", () => labelThemeButton(button));
}
