// The values of a chart at the cursor, and with the arrow keys. Without this file, the table below has them.
(() => {
  const places = new Map();

  function show(chart, place) {
    const data = JSON.parse(chart.dataset.chart);
    const last = data.labels.length - 1;
    const at = Math.min(Math.max(place, 0), last);
    places.set(chart.id, at);
    chart.dataset.place = at;
    const shape = chart.querySelector("svg").classList;
    const isLine = shape.contains("lines") && !shape.contains("centred");
    const share = isLine ? at / Math.max(last, 1) : (at + 0.5) / (last + 1);
    chart.querySelector(".cursor").setAttribute("d", `M${1000 * share} 0V100`);
    const tip = chart.querySelector(".tip");
    const rows = data.series.map((each) => [each.name, each.values[at]]);
    tip.replaceChildren();
    const head = document.createElement("b");
    head.textContent = data.labels[at];
    tip.append(head);
    for (const [name, value] of rows) {
      const row = document.createElement("span");
      row.textContent = `${name} ${value}`;
      tip.append(row);
    }
    tip.hidden = false;
    const room = tip.parentElement.clientWidth - tip.offsetWidth;
    const box = chart.querySelector("svg").getBoundingClientRect();
    const start = box.left - tip.parentElement.getBoundingClientRect().left;
    tip.style.left = `${Math.min(Math.max(start + share * box.width - tip.offsetWidth / 2, 0), room)}px`;
    return `${data.labels[at]}: ${rows.map((row) => row.join(" ")).join(", ")}`;
  }

  function hide(chart) {
    chart.querySelector(".tip").hidden = true;
    chart.querySelector(".cursor").setAttribute("d", "");
  }

  function chartOf(event) {
    return event.target instanceof Element ? event.target.closest("[data-chart]") : null;
  }

  document.addEventListener("pointermove", (event) => {
    for (const chart of document.querySelectorAll("[data-chart]")) {
      const box = chart.querySelector("svg").getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      const count = JSON.parse(chart.dataset.chart).labels.length;
      if (inside) show(chart, Math.floor((count * (event.clientX - box.left)) / box.width));
      else if (document.activeElement !== chart) hide(chart);
    }
  });
  document.addEventListener("keydown", (event) => {
    const chart = chartOf(event);
    if (!chart || event.target !== chart) return;
    const last = JSON.parse(chart.dataset.chart).labels.length - 1;
    const at = places.get(chart.id) ?? last;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    chart.querySelector(".told").textContent = show(chart, to);
  });
  document.addEventListener("focusin", (event) => {
    const chart = chartOf(event);
    if (chart && event.target === chart && chart.matches(":focus-visible")) show(chart, places.get(chart.id) ?? Infinity);
  });
  document.addEventListener("focusout", (event) => { const chart = chartOf(event); if (chart) hide(chart); });
})();
