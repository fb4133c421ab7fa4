// The button that prints the page. It stays hidden without scripts, where the browser's menu does the same.
(() => {
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
