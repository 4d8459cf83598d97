/**
 * Return the attributes of a link to a profile; none for a deleted account, which has no profile.
 * @param {string} name a deleted account's begins as accounts/names.py says
 * @returns {Record<string, string>}
 */
export function profileLink(name) {
  return name.startsWith("deleted-") ? {} : { href: `/@${encodeURIComponent(name)}/` };
}
