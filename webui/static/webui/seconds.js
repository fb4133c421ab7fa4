// Shows beside what is under way for how many seconds it has been so. Parts of the page come and go, and the page itself
// may still be being sent, so this looks again and again. The page works without this file.
(() => {
  const UNDER_WAY = ".steps:not(:has(~ .looked, ~ .note, ~ .alert)) > :last-child, .working:not(.while), .while.htmx-request";
  let began = new Map();
  setInterval(() => {
    const now = performance.now();
    const ended = began;
    began = new Map();
    for (const each of document.querySelectorAll(UNDER_WAY)) {
      began.set(each, ended.get(each) ?? now);
      ended.delete(each);
      each.dataset.seconds = String(Math.floor((now - began.get(each)) / 1000));
    }
    for (const each of ended.keys()) each.removeAttribute("data-seconds");
  }, 500);
})();
