// The module of the Web Worker: loads the engine and passes it the page's messages, which are bytes (their types are in
// crates/worker/src/messages.rs). The network of a game is fetched with the first request about the game. The script
// itself posts texts: "ready" once the engine is loaded, and any other text as the error that ended it. The page then
// starts another worker, as it does to cancel a search.

import init, { addNetwork, handle, networkOf } from "./halfboard_worker.js";

/** The networks that have not been fetched. */
const networks = new Set("{{networks}}".split(" "));

function fail(error) {
  postMessage(`the engine broke down: ${error?.message ?? error}`);
}

async function fetchNetwork(path) {
  if (!networks.delete(path)) return;
  try {
    const response = await fetch(new URL(`./networks/${path}`, import.meta.url));
    if (!response.ok) throw new Error(`status ${response.status}`);
    addNetwork(path, new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    // The engine plays on with its simpler evaluation.
    console.warn(`the network ${path} is missing: ${error?.message ?? error}`);
  }
}

async function answer(request) {
  try {
    await fetchNetwork(networkOf(request));
    handle(request, (response) => postMessage(response));
  } catch (error) {
    fail(error);
  }
}

// Requests are answered one after the other, the first once the engine is loaded.
let last = init({ module_or_path: new URL("./halfboard_worker_bg.wasm", import.meta.url) });
self.onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};

try {
  await last;
  postMessage("ready");
} catch (error) {
  // Every request fails from now on.
  self.onmessage = () => fail(error);
  fail(error);
}
