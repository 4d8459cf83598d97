// Making and finding elements. Text goes in as text nodes only: no markup is ever parsed.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Find the element with an id that the page promises to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/**
 * Run *work* once the frame that is being prepared now has been painted; soon, if the page is in
 * the background and paints nothing.
 * @param {() => void} work
 */
export function afterPaint(work) {
  if (document.hidden) {
    setTimeout(work);
    return;
  }
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => work();
    channel.port2.postMessage(null);
  });
}

/**
 * Read what the template put into `<script type="application/json" id="…">`; undefined without.
 * @param {string} id
 * @returns {any}
 */
export function pageData(id) {
  const script = document.getElementById(id);
  return script ? JSON.parse(script.textContent ?? "null") : undefined;
}
