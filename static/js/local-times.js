// Times of the page in the reader's own zone, or how long ago they were if less than a day.
// The server, which does not know the zone, writes them in UTC and says so.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What a time is called: "now", "5 min ago", "3 hr ago", or when it was.
 * @param {number} at in milliseconds
 * @param {number} now likewise
 * @param {{ language: string, isDay?: boolean, zone?: string }} how  isDay: the date is enough
 */
export function momentText(at, now, { language, isDay = false, zone }) {
  const ago = now - at;
  if (ago >= 0 && ago < DAY) return agoText(ago, language);
  return fullText(at, { language, isDay, zone });
}

/** @param {number} ago @param {string} language */
function agoText(ago, language) {
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  if (ago < MINUTE) return near.format(0, "second");
  if (ago < HOUR) return near.format(-Math.floor(ago / MINUTE), "minute");
  return near.format(-Math.floor(ago / HOUR), "hour");
}

/**
 * @param {number} at
 * @param {{ language: string, isDay?: boolean, zone?: string }} how
 */
function fullText(at, { language, isDay = false, zone }) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { dateStyle: "medium", timeZone: zone };
  if (!isDay) style.timeStyle = "short";
  return new Intl.DateTimeFormat(language, style).format(at);
}

/** Write the times of the page anew. */
export function showLocalTimes() {
  const { lang } = document.documentElement;
  const language = lang === "en" ? "en-GB" : lang; // the day before the month, as the server has it
  for (const element of document.querySelectorAll("time[data-moment]")) {
    const at = Date.parse(element.getAttribute("datetime") ?? "");
    if (Number.isNaN(at)) continue;
    const isDay = element.getAttribute("data-moment") === "day";
    element.textContent = momentText(at, Date.now(), { language, isDay });
    element.setAttribute("title", fullText(at, { language }));
  }
}
