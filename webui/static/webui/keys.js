// Keyboard shortcuts. A page marks what a key stands for with data-key, and the links of a list with data-hit.
(() => {
  const help = document.getElementById("keys");
  const isOn = document.getElementById("keys-on");
  const store = "newsloom_keys";
  if (!help) return;
  isOn.checked = localStorage.getItem(store) !== "off";
  isOn.addEventListener("change", () => localStorage.setItem(store, isOn.checked ? "on" : "off"));
  help.querySelector("[data-close]").addEventListener("click", () => help.close());
  for (const button of document.querySelectorAll("[data-keys]")) {
    button.hidden = false;
    button.addEventListener("click", () => help.showModal());
  }

  const hits = [...document.querySelectorAll("[data-hit]")];
  const focused = () => hits.findIndex((hit) => hit.closest(".hit")?.contains(document.activeElement));
  const returned = () => hits.findIndex((hit) => hit.closest(".hit")?.matches(":target"));
  const open = document.querySelector(".panes .hit[aria-current]");
  // The list shows where it is when a document is open beside it.
  if (open) open.parentElement.scrollTop = open.offsetTop - open.parentElement.offsetTop - 60;
  const opened = () => hits.findIndex((hit) => hit.closest(".hit") === open);
  const place = () => [focused(), returned(), opened()].find((at) => at >= 0) ?? -1;

  function step(by) {
    const next = hits[Math.min(Math.max(place() + by, 0), hits.length - 1)];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  function act(key) {
    const hit = hits[place()]?.closest(".hit");
    if (key === "?") help.showModal();
    else if (hits.length && key === "j") step(1);
    else if (hits.length && key === "k") step(place() < 0 ? hits.length : -1);
    else if (hits.length && key === "o" && hit) hits[place()].click();
    else {
      // In a list, a key stands for something of the hit that has the focus.
      const found = (hit && key === "s" ? hit : document).querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (!found) return false;
      if (found.matches("input")) found.select();
      found.focus();
      if (found.matches("a, button")) found.click();
    }
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!isOn.checked && event.key !== "?") return;
    if ("/jkosu?".includes(event.key) && act(event.key)) event.preventDefault();
  });
})();
