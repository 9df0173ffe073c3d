// The module of the Web Worker: loads the engine and passes it the page's messages, which are bytes (their types are in
// crates/worker/src/messages.rs). The script itself posts texts: "ready" once the engine is loaded, and any other text as
// the error that ended it. The page then starts another worker, as it does to cancel a search.

import init, { handle } from "./halfboard_worker.js";

// Requests that arrived before the engine was loaded.
const waiting = [];
let ready = false;

function fail(error) {
  postMessage(`the engine broke down: ${error?.message ?? error}`);
}

function answer(request) {
  try {
    handle(request, (response) => postMessage(response));
  } catch (error) {
    fail(error);
  }
}

self.onmessage = ({ data }) => {
  if (ready) answer(data);
  else waiting.push(data);
};

try {
  await init({ module_or_path: new URL("./halfboard_worker_bg.wasm", import.meta.url) });
  ready = true;
  postMessage("ready");
  waiting.splice(0).forEach(answer);
} catch (error) {
  // Every request fails from now on.
  self.onmessage = () => fail(error);
  fail(error);
}
