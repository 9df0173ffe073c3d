// The module of the Web Worker: loads the engine and hands texts to and fro. What they mean is written in
// crates/client/src/thinking. A search does not listen while it runs: to stop one, the page terminates this worker and
// starts another. It does the same when a question fails with an error from here, because the engine is dead then.

import init, { ask } from "./halfboard_worker.js";

// Texts that came before the engine was there.
const waiting = [];
let ready = false;

function failed(text, error) {
  const id = /^ask\t(\d+)\t/.exec(text)?.[1] ?? "0";
  const problem = `the engine broke down: ${error?.message ?? error}`;
  postMessage(`failed\t${id}\t${problem.replace(/[\t\r\n]/g, " ")}`);
}

function answer(text) {
  try {
    ask(text, (said) => postMessage(said));
  } catch (error) {
    failed(text, error);
  }
}

self.onmessage = (event) => {
  const text = String(event.data);
  if (ready) answer(text);
  else waiting.push(text);
};

try {
  await init({ module_or_path: new URL("./halfboard_worker_bg.wasm", import.meta.url) });
  ready = true;
  postMessage("ready");
  for (const text of waiting.splice(0)) answer(text);
} catch (error) {
  failed("", error);
  // Whoever asked while it was loading is told, too, and so is whoever asks now.
  for (const text of waiting.splice(0)) failed(text, error);
  self.onmessage = (event) => failed(String(event.data), error);
}
