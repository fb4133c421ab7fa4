// Says that the counts of a search did not arrive. The server says so itself if a store does not answer.
(() => {
  const uncounted = document.getElementById("uncounted");
  const place = document.getElementById("facet-place");

  function fail() {
    const chart = document.getElementById("chart-place");
    const count = document.getElementById("count");
    chart.replaceChildren(uncounted.content.cloneNode(true));
    place.replaceChildren();
    for (const each of [chart, place]) each.removeAttribute("aria-busy");
    count.textContent = count.dataset.failed;
    count.classList.remove("working");
  }

  for (const event of ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:swapError"]) {
    place.addEventListener(event, fail);
  }
})();
