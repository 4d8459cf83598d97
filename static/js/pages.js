// Pages of this site as documents, which the browser parses: no script here makes markup of text.

export const PATIENCE = 60_000; // ms, after which the server gives a page up

/**
 * The page of an address, or what it answers to a form, even if that is a refusal.
 * @param {string} path
 * @param {FormData} [form]
 * @param {number} [patience] in ms
 * @returns {Promise<Document | undefined>} undefined if there is none just now
 */
export function documentOf(path, form, patience = PATIENCE) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(form ? "POST" : "GET", path);
    request.responseType = "document";
    request.timeout = patience;
    request.onloadend = () => {
      const isThere = request.status === 200 || form;
      resolve((isThere && request.responseXML) || undefined);
    };
    request.send(form);
  });
}
