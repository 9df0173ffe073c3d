// The page that other sites put into a frame: a board whose attributes are the fields of the query.

import "./halfboard-board.js";

const fields = new URLSearchParams(location.search);
const board = document.createElement("halfboard-board");
const names = ["rules", "position", "seed", "moves", "playable", "coordinates", "turned", "theme"];
for (const name of names) {
  if (fields.has(name)) board.setAttribute(name, fields.get(name));
}
const language = fields.get("lang") ?? navigator.language ?? "en";
document.documentElement.lang = /^de\b/i.test(language) ? "de" : "en";
// The site that shows the frame is told what scripts are told by the element's events, and how high the board is.
for (const name of ["ready", "move", "end"]) {
  board.addEventListener(name, ({ detail }) => {
    const height = document.documentElement.scrollHeight;
    parent.postMessage({ halfboard: name, height, ...detail }, "*");
  });
}
document.querySelector("main").append(board);
