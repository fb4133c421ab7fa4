// Tells the server the zone in which to show times, shows the current section where the navigation scrolls, keeps
// what was not filled in out of the addresses of searches, and unfolds what phones show only when asked.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Set in any case: the server also learns from it that scripts run.
  const isSet = document.cookie.includes("newsloom_zone=");
  if (zone && (!isSet || document.documentElement.dataset.zone !== zone)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `newsloom_zone=${zone}; path=/; max-age=31536000; SameSite=Lax${secure}`;
  }
  for (const current of document.querySelectorAll(":is(.top nav, .tabs) [aria-current]")) {
    const bar = current.closest("nav");
    bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-fold]");
    button?.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
  });
  document.addEventListener("formdata", ({ target, formData }) => {
    if (target.id !== "search") return;
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name);
      if (name === "q" || !values.includes("")) continue;
      formData.delete(name);
      for (const value of values) if (value !== "") formData.append(name, value);
    }
  });
})();
