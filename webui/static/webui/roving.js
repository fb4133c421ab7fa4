// Groups with data-roving are one stop of the Tab key; the arrow keys lead from one of their parts to the next.
(() => {
  const parts = (group) =>
    [...group.querySelectorAll("a[href], button, summary")].filter((each) => !each.closest(".menu-items") && each.checkVisibility());

  function rove(group) {
    const all = parts(group);
    const chosen = all.find((each) => each.matches("[aria-current]")) ?? all[0];
    for (const each of all) each.tabIndex = each === chosen ? 0 : -1;
  }

  const roveAll = () => { for (const group of document.querySelectorAll("[data-roving]")) rove(group); };
  roveAll();
  document.addEventListener("htmx:afterSettle", roveAll);

  document.addEventListener("keydown", (event) => {
    const group = event.target.closest?.("[data-roving]");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = parts(group);
    const at = all.indexOf(event.target);
    const isReversed = getComputedStyle(group).direction === "rtl";
    const steps = { ArrowRight: isReversed ? -1 : 1, ArrowLeft: isReversed ? 1 : -1 };
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (event.key in steps ? at + steps[event.key] : undefined);
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    for (const each of all) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  });

  // A menu closes when the focus or the pointer goes elsewhere.
  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(except)) menu.open = false;
  };
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("focusin", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
