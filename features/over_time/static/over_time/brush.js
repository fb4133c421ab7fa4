// Zoom into a chart with [data-brush]: drag over it with the mouse or a finger, or select with Shift and the arrow
// keys and press Enter. Without this file, each column is a link, and a form takes the times.
(() => {
  let drag = null;
  const marked = new Map();

  const dataOf = (chart) => JSON.parse(chart.dataset.brush);
  const countOf = (chart) => dataOf(chart).after.length;

  function slot(chart, x) {
    const box = chart.querySelector("svg").getBoundingClientRect();
    const count = countOf(chart);
    return Math.min(Math.max(Math.floor((count * (x - box.left)) / box.width), 0), count - 1);
  }

  function mark(chart, from, to) {
    const [first, last] = from < to ? [from, to] : [to, from];
    marked.set(chart, [from, to]);
    const step = 1000 / countOf(chart);
    chart.querySelector(".selected").setAttribute("d", `M${first * step} 0V100H${(last + 1) * step}V0z`);
    return [first, last];
  }

  function clear(chart) {
    marked.delete(chart);
    chart.querySelector(".selected").setAttribute("d", "");
  }

  function zoom(chart) {
    const [from, to] = marked.get(chart);
    const data = dataOf(chart);
    const address = new URL(data.url, location.href);
    address.searchParams.set("after", data.after[Math.min(from, to)]);
    address.searchParams.set("before", data.before[Math.max(from, to)]);
    address.searchParams.set("zone", data.zone);
    location.assign(address);
  }

  document.addEventListener("pointerdown", (event) => {
    const chart = event.target instanceof Element && event.target.closest("[data-brush]");
    if (!chart || !event.target.closest("svg") || event.button !== 0) return;
    drag = { chart, from: slot(chart, event.clientX), moved: false, x: event.clientX };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.moved ||= Math.abs(event.clientX - drag.x) > 5;
    if (drag.moved) mark(drag.chart, drag.from, slot(drag.chart, event.clientX));
  });
  document.addEventListener("pointerup", () => {
    const done = drag;
    drag = null;
    if (done?.moved) zoom(done.chart);
  });
  document.addEventListener("pointercancel", () => {
    if (drag) clear(drag.chart);
    drag = null;
  });
  // A link would be dragged instead, or followed at the end.
  document.addEventListener("dragstart", (event) => { if (drag) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    const chart = event.target instanceof Element && event.target.closest("[data-brush]");
    if (chart && marked.has(chart)) event.preventDefault();
  }, true);

  document.addEventListener("keydown", (event) => {
    const chart = event.target;
    if (!(chart instanceof Element) || !chart.matches("[data-brush]")) return;
    const at = Number(chart.dataset.place ?? countOf(chart) - 1);
    if (event.key === "Enter") {
      if (!marked.has(chart)) mark(chart, at, at);
      zoom(chart);
    } else if (event.key === "Escape") {
      clear(chart);
    } else if (event.shiftKey && event.key.startsWith("Arrow")) {
      // chart.js has moved the place already.
      const from = marked.get(chart)?.[0] ?? (event.key === "ArrowLeft" ? at + 1 : at - 1);
      const [first, last] = mark(chart, Math.min(Math.max(from, 0), countOf(chart) - 1), at);
      const labels = JSON.parse(chart.dataset.chart).labels;
      chart.querySelector(".told").textContent = `${labels[first]} – ${labels[last]}. ${chart.dataset.zoom}`;
    } else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
      clear(chart);
    }
  });
})();
