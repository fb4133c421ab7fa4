// Hits that are ticked: a range with Shift, all on the page, and how many; the bar stays in sight while there are any.
(() => {
  const form = document.getElementById("picked");
  if (!form) return;
  const boxes = [...document.querySelectorAll('input[name="document"][form="picked"]')];
  const whole = form.querySelector('input[name="all"]');
  const count = form.querySelector("[data-picked-count]");
  const every = form.querySelector("[data-pick-all]");
  let last = -1;

  function show() {
    const ticked = boxes.filter((each) => each.checked).length;
    const isAny = ticked > 0 || Boolean(whole?.checked);
    count.textContent = whole?.checked ? "" : ticked || "";
    const isNew = isAny && !form.classList.contains("any");
    form.classList.toggle("any", isAny);
    // The bar covers none of what has the focus, now and when it moves on.
    form.parentElement.style.setProperty("--picked", `${form.offsetHeight}px`);
    if (isNew && boxes.includes(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
    for (const each of form.querySelectorAll("button:not([type=button]), summary")) each.classList.toggle("off", !isAny);
  }

  for (const [at, box] of boxes.entries()) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last >= 0)
        for (const each of boxes.slice(Math.min(at, last), Math.max(at, last) + 1)) each.checked = box.checked;
      last = at;
      show();
    });
  }
  every.hidden = false;
  every.addEventListener("click", () => {
    const isFull = boxes.every((each) => each.checked);
    for (const each of boxes) each.checked = !isFull;
    show();
  });
  whole?.addEventListener("change", show);
  // After a step back, the browser ticks again what was ticked.
  addEventListener("pageshow", show);
})();
