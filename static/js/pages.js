// Pages of this site as documents, which the browser parses: no script here makes markup of text.

const PATIENCE = 10_000; // ms

/**
 * The page of an address, or what it answers to a form.
 * @param {string} path
 * @param {FormData} [form]
 * @returns {Promise<Document | undefined>} undefined if there is none just now
 */
export function documentOf(path, form) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(form ? "POST" : "GET", path);
    request.responseType = "document";
    request.timeout = PATIENCE;
    request.onloadend = () => resolve(request.responseXML ?? undefined);
    request.send(form);
  });
}
