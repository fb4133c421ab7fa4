// The list of pages: filters, order, and rows drawn a few hundred at a time.
"use strict";
const ROWS = 200;
const byId = (id) => document.getElementById(id);
const controls = ["set", "kind", "method", "order", "name"].map(byId);
let shown = ROWS;

function choices(field, all) {
  const values = [...new Set(CASES.map((found) => found[field]))].filter((value) => value !== "");
  for (const [value, text] of [...(all ? [["", all]] : []), ...values.map((value) => [value, value])]) {
    byId(field).append(new Option(text, value));
  }
}

const best = new Map();
for (const found of CASES) {
  const key = `${found.set}\n${found.id}`;
  best.set(key, Math.max(best.get(key) ?? 0, found.f1 ?? 0));
}

const orders = {
  f1: (found) => found.f1 ?? 2,
  gap: (found) => (found.expected === null || found.f1 === null ? 2 : -Math.abs(found.expected - found.f1)),
  ms: (found) => -(found.ms ?? 0),
  behind: (found) => (found.f1 ?? 2) - best.get(`${found.set}\n${found.id}`),
};

function percent(value) {
  return value === null || value === undefined ? "–" : (100 * value).toFixed(1);
}

function cell(row, text, figure) {
  const made = row.insertCell();
  made.textContent = text;
  if (figure) made.className = "n";
  return made;
}

function draw() {
  const [set, kind, method, order, name] = controls.map((control) => control.value);
  const found = CASES.filter(
    (one) => (!set || one.set === set) && (!kind || one.kind === kind) && (!method || one.method === method) &&
      (!name || one.id.toLowerCase().includes(name.toLowerCase())),
  );
  const key = orders[order];
  found.sort((left, right) => key(left) - key(right));
  const body = byId("cases").tBodies[0];
  body.replaceChildren();
  for (const one of found.slice(0, shown)) {
    const row = body.insertRow();
    const first = cell(row, "");
    if (one.view) {
      const link = document.createElement("a");
      link.href = `${one.view}#${encodeURIComponent(one.method)}`;
      link.textContent = one.id;
      first.append(link);
    } else {
      first.textContent = one.id;
    }
    for (const field of ["f1", "p", "r"]) cell(row, percent(one[field]), true);
    for (const field of ["set", "kind", "method"]) cell(row, one[field]);
    cell(row, percent(one.expected), true);
    cell(row, one.ms === null ? "–" : one.ms.toFixed(1), true);
    cell(row, one.remarks);
  }
  byId("count").textContent = `${Math.min(shown, found.length)} of ${found.length}`;
  byId("more").hidden = shown >= found.length;
}

choices("set", "all");
choices("kind", "all");
choices("method", "");
for (const control of controls) {
  control.addEventListener("input", () => {
    shown = ROWS;
    draw();
  });
}
byId("more").addEventListener("click", () => {
  shown += ROWS;
  draw();
});
draw();
