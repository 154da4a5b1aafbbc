"use strict";

// The searches run in this worker, so that the page stays responsive.
importScripts("wasm_exec.js");

self.banyanReady = (text, well) => postMessage(well ? { games: text.split(" ") } : { problem: text });

self.onmessage = ({ data: { id, method, path, body } }) => {
  self.banyanAsk(method, path, body, (code, text) => postMessage({ id, code, text }));
};

const go = new Go();
WebAssembly.instantiateStreaming(fetch("banyan.wasm"), go.importObject).then(
  ({ instance }) => go.run(instance),
  (e) => postMessage({ problem: String(e) }),
);
