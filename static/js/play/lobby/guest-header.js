// Whoever has pressed the first cell is a guest: the page's header offers what it will offer on the
// next page, instead of the ways in.

const NAME = "GUEST_NAME"; // stands in the pattern for the guest's own
const WAYS_IN = ".site-header__end > a, .site-header__end > [popovertarget=site-menu]";

/** @param {string} name of the reader, who may have been a guest before */
export function showGuest(name) {
  const pattern = document.getElementById("as-guest");
  if (!(pattern instanceof HTMLTemplateElement)) return;
  const [button, menu] = pattern.content.children;
  for (const element of pattern.content.querySelectorAll("*")) fill(element, name);
  for (const way of document.querySelectorAll(WAYS_IN)) way.remove();
  document.querySelector(".site-header__end")?.append(button);
  document.getElementById("site-menu")?.replaceWith(menu);
  pattern.remove();
}

/** @param {Element} element @param {string} name */
function fill(element, name) {
  for (const attribute of element.attributes) attribute.value = attribute.value.replace(NAME, name);
  for (const node of element.childNodes) {
    if (node instanceof Text) node.data = node.data.replace(NAME, name);
  }
}
