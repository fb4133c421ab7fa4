// What is marked in the text of a document becomes the quotation to add to a brief.
const place = document.querySelector("#add-to-brief");

document.addEventListener("selectionchange", () => {
  const selection = document.getSelection();
  const words = document.querySelector("#brief-words");
  // Only what is outside of the form: in it, people write.
  if (selection.isCollapsed || place.contains(selection.anchorNode) || document.activeElement === words) return;
  words.value = selection.toString().trim().slice(0, words.maxLength);
});
