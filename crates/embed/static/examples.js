// The live parts of the page about embedding.

for (const element of document.querySelectorAll(".address")) element.textContent = new URL(".", location.href).href;

const told = document.getElementById("told");
const board = document.getElementById("playable");
board.addEventListener("move", ({ detail }) => (told.textContent = `move: ${detail.move}, position: ${detail.position}`));
board.addEventListener("end", ({ detail }) => (told.textContent = `end: ${detail.result}`));
