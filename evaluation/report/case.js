// The view of a page: shows one method at a time, the one named behind "#" first.
"use strict";
const buttons = [...document.querySelectorAll(".methods button")];

function choose(method) {
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.method === method));
  for (const pair of document.querySelectorAll(".pair")) pair.hidden = pair.dataset.method !== method;
  for (const line of document.querySelectorAll("[data-states]")) line.className = line.dataset.states[Number(method)];
  const first = document.querySelector("[data-states].t, [data-states].m, [data-states].w");
  if (first) first.parentElement.scrollTop = first.offsetTop - first.parentElement.offsetTop - 60;
}

for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.method));
const named = decodeURIComponent(location.hash.slice(1));
const wanted = buttons.find((button) => button.firstChild.textContent.trim() === named);
choose((wanted ?? buttons[0]).dataset.method);
