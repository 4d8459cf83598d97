// The words of the scripts. Templates hold them, translated:
//   <template data-words><p data-word="played">{name} played {cell}.</p>…</template>
// A word that counts has the forms of Intl.PluralRules as keys: minutes.one, minutes.other.

/**
 * @typedef {Record<string, string | number>} Values
 * @typedef {(key: string, values?: Values) => string} Words
 */

/**
 * @param {ReadonlyMap<string, string>} texts
 * @param {string} language
 * @returns {Words}
 */
export function makeWords(texts, language) {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const counted = typeof values.count === "number" ? plurals.select(values.count) : "";
    const text = texts.get(`${key}.${counted}`) ?? texts.get(`${key}.other`) ?? texts.get(key) ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  };
}

/** @returns {Map<string, string>} */
function textsOfPage() {
  const texts = new Map();
  for (const template of document.querySelectorAll("template[data-words]")) {
    const { content } = /** @type {HTMLTemplateElement} */ (template);
    for (const entry of content.querySelectorAll("[data-word]")) {
      texts.set(entry.getAttribute("data-word"), entry.textContent?.trim() ?? "");
    }
  }
  return texts;
}

/** @type {Words | undefined} */
let wordsOfPage;

/** Read the words anew: the page has got more of them. */
export function readWordsAnew() {
  wordsOfPage = undefined;
}

/**
 * The word *key* of this page with *values* put in; the key itself if the page has no such word.
 * @type {Words}
 */
export function words(key, values) {
  wordsOfPage ??= makeWords(textsOfPage(), document.documentElement.lang || "en");
  return wordsOfPage(key, values);
}
