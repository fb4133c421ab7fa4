// Says that a panel did not arrive. The server says so itself if a store does not answer.
(() => {
  for (const event of ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"]) {
    document.addEventListener(event, ({ detail }) => {
      const panel = (detail.target ?? detail.elt).closest(".dashboard-panel");
      const failed = panel?.querySelector("template");
      if (!failed) return;
      panel.querySelector(".waiting")?.replaceWith(failed.content.cloneNode(true));
      panel.removeAttribute("aria-busy");
    });
  }
})();
