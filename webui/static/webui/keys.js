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
  // The browser scrolls the page too until the match is in view, and with it the bar that says what is read.
  if (open && location.hash === "#match") addEventListener("load", () => open.closest(".panes").scrollIntoView());
  // A document whose match is in view at its top stays there, with its headline.
  const match = open ? null : document.getElementById("match");
  if (match && location.hash === "#match")
    addEventListener("load", () => match.getBoundingClientRect().bottom + scrollY <= innerHeight && scrollTo(0, 0));
  const opened = () => hits.findIndex((hit) => hit.closest(".hit") === open);
  const place = () => [focused(), returned(), opened()].find((at) => at >= 0) ?? -1;

  function step(by) {
    const next = hits[Math.min(Math.max(place() + by, 0), hits.length - 1)];
    // Beside an open document, a step opens the next one.
    if (open && next.closest(".hit") !== open) return next.click();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  // In a list, some keys stand for something of the hit or the proposal that has the focus.
  function about(key, hit) {
    const proposal = document.activeElement.closest(".proposal");
    if (hit?.querySelector(`[data-key="${CSS.escape(key)}"]`)) return hit;
    return proposal && "yn".includes(key) ? proposal : document;
  }

  // With Shift, the box of the hit ticks the range from the last one, as it does for the mouse.
  function tickRange(key, hit) {
    const box = hit?.querySelector(`[type=checkbox][data-key="${CSS.escape(key.toLowerCase())}"]`);
    if (!box) return false;
    box.focus();
    box.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: true }));
    return true;
  }

  function act(key, isShifted) {
    const hit = hits[place()]?.closest(".hit");
    if (key === "?") help.showModal();
    else if (hits.length && key === "j") step(1);
    else if (hits.length && key === "k") step(place() < 0 ? hits.length : -1);
    else if (hits.length && key === "o" && hit) hits[place()].click();
    else {
      const found = about(key, hit).querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (!found) return isShifted && tickRange(key, hit);
      if (found.matches("input:not([type=radio], [type=checkbox])")) found.select();
      found.focus();
      if (found.matches("a, button, [type=radio], [type=checkbox]")) found.click();
    }
    return true;
  }

  // A button that is pressed or not is set without loading the page again, which would lose the place in it.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-toggle]");
    if (!form || !window.fetch) return;
    event.preventDefault();
    const button = form.querySelector("button");
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } });
    if (!answer.ok) return form.submit();
    const isSet = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", isSet);
    const sign = button.querySelector("[data-pressed]");
    sign.textContent = isSet ? sign.dataset.pressed : sign.dataset.released;
    const part = form.closest("[data-renew]");
    if (part) await renew(part);
  });

  // What depends on the button: take that part from the page as it is now.
  async function renew(part) {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById(part.id);
    if (!now) return;
    const hadFocus = part.contains(document.activeElement);
    part.replaceWith(now);
    if (hadFocus) now.querySelector("form[data-toggle] button").focus();
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!isOn.checked && event.key !== "?") return;
    if (act(event.key, event.shiftKey)) event.preventDefault();
  });
})();
