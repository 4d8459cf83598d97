// The desk of the moderators: what people will read takes in the reason as it is written.

for (const [field, target] of [
  ["reason", "[data-reason]"],
  ["answer", "[data-answer]"],
]) {
  const input = /** @type {HTMLTextAreaElement | null} */ (document.querySelector(`textarea[name="${field}"]`));
  const show = () => {
    const text = input?.value.split(/\s+/).filter(Boolean).join(" ") ?? "";
    for (const place of document.querySelectorAll(target)) {
      place.textContent = field === "answer" ? text && ` ${text}` : text || "…";
    }
  };
  input?.addEventListener("input", show);
  show();
}
