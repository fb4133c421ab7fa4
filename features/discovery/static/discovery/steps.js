// Shows beside the step under way for how many seconds it has been so. The page is still being sent meanwhile, so this
// runs before there are steps, and looks for the last one. The page works without this file.
(() => {
  let step = null;
  let began = 0;
  const timer = setInterval(() => {
    const last = document.querySelector(".steps li:last-child");
    if (document.querySelector(".looked")) {
      clearInterval(timer);
      last?.removeAttribute("data-seconds");
      return;
    }
    if (last && last !== step) {
      step?.removeAttribute("data-seconds");
      step = last;
      began = performance.now();
    }
    if (step) step.dataset.seconds = String(Math.floor((performance.now() - began) / 1000));
  }, 500);
})();
