// The chart as PNG: the browser draws the SVG, because it has the fonts of all languages. The SVG needs no script.
(() => {
  const WIDTH = 2400;

  async function save(address) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = (WIDTH * image.naturalHeight) / image.naturalWidth;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "newsloom.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  for (const button of document.querySelectorAll("[data-picture]")) {
    button.hidden = false;
    button.addEventListener("click", () => save(button.dataset.picture));
  }
})();
