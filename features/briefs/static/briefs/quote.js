// What is marked in the text of a document becomes the quotation to add to a brief.
const text = document.querySelector("article.text");
const words = document.querySelector("#brief-words");
let taken = "";

document.addEventListener("selectionchange", () => {
  const selection = document.getSelection();
  // What somebody typed stays.
  if (selection.isCollapsed || words.value !== taken) return;
  const range = selection.getRangeAt(0);
  // Three clicks on the last paragraph end before the first word of what follows.
  const endsInText = text?.contains(range.endContainer) || range.endOffset === 0;
  if (!text?.contains(range.startContainer) || !endsInText) return;
  taken = words.value = selection.toString().trim().slice(0, words.maxLength);
});
