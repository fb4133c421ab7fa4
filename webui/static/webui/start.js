// A chosen file is read at once. Without this script, its button does the same.
(() => {
  for (const input of document.querySelectorAll("input[type=file][data-submits]")) {
    const button = document.getElementById(input.dataset.submits);
    button.hidden = true;
    input.addEventListener("change", () => { if (input.files.length) button.form.requestSubmit(button); });
  }
})();
