// Says that a part of the page did not arrive. The server says so itself if a store does not answer.
(() => {
  for (const event of ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"]) {
    document.addEventListener(event, ({ detail }) => {
      const part = (detail.target ?? detail.elt).closest("[data-part]");
      const failed = part?.querySelector("template");
      if (!failed) return;
      part.querySelector(".working")?.replaceWith(failed.content.cloneNode(true));
      part.removeAttribute("aria-busy");
    });
  }
})();
