// Keeps a page calm while it renews itself: not in a hidden tab, not under a selection, and what is unfolded, scrolled or
// focused stays so. The page works without this file.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const regions = () => [live, document.getElementById("live-rest")].filter(Boolean);
  const each = (selector) => regions().flatMap((region) => [...region.querySelectorAll(selector)]);
  const kept = { details: [], scrolled: [], focused: "" };

  function isSelecting() {
    const selection = document.getSelection();
    return Boolean(selection && !selection.isCollapsed && regions().some((region) => region.contains(selection.anchorNode)));
  }

  live.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden || isSelecting()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) window.htmx.trigger(live, "renew");
  });
  live.addEventListener("htmx:beforeSwap", () => {
    kept.details = each("details[open][id]").map((one) => one.id);
    kept.scrolled = each(".scroll[id]").map((one) => [one.id, one.scrollLeft]);
    kept.focused = each(":focus").map((one) => one.id)[0] ?? "";
  });
  live.addEventListener("htmx:afterSwap", () => {
    for (const id of kept.details) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, left] of kept.scrolled) {
      const region = document.getElementById(id);
      if (region) region.scrollLeft = left;
    }
    if (kept.focused && document.activeElement === document.body) document.getElementById(kept.focused)?.focus();
  });
  // A reason of the verdict leads to a part that may be folded.
  window.addEventListener("hashchange", () => document.getElementById(location.hash.slice(1))?.setAttribute("open", ""));
})();
