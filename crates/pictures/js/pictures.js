// The module of the Web Worker that makes pictures. It answers each request, which is bytes (the type is in
// crates/pictures/src/request.rs), with the bytes of a file, or with a text that says what went wrong.

import init, { paint } from "./halfboard_pictures.js";

const loaded = init({ module_or_path: new URL("./halfboard_pictures_bg.wasm", import.meta.url) });

self.onmessage = async ({ data }) => {
  try {
    await loaded;
    const file = paint(data);
    postMessage(file, [file.buffer]);
  } catch (error) {
    postMessage(`no picture: ${error?.message ?? error}`);
  }
};
