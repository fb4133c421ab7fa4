// Keeps the monitor calm while it renews itself: not in a hidden tab, not under a selection, and what is unfolded or
// scrolled stays so. The page works without this file.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const kept = { open: [], scrolled: [] };

  function isSelecting() {
    const selection = document.getSelection();
    return Boolean(selection && !selection.isCollapsed && live.contains(selection.anchorNode));
  }

  live.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden || isSelecting()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) window.htmx.trigger(live, "renew");
  });
  live.addEventListener("htmx:beforeSwap", () => {
    kept.open = [...live.querySelectorAll("details[open][id]")].map((each) => each.id);
    kept.scrolled = [...live.querySelectorAll(".scroll[id]")].map((each) => [each.id, each.scrollLeft]);
  });
  live.addEventListener("htmx:afterSwap", () => {
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, left] of kept.scrolled) {
      const region = document.getElementById(id);
      if (region) region.scrollLeft = left;
    }
  });
})();
