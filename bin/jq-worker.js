/* Runs one jq expression on each text of JSON, in a thread that can be ended whatever it does. */
const { parentPort, workerData } = require('node:worker_threads');
const { loadJq } = require('jq-wasm');

const { expression, wasm } = workerData;

loadJq({ wasmBinary: wasm }).then((jq) => {
  // Without '--', an expression that starts with a hyphen would be an option of jq.
  const flags = ['-c', '--'];
  parentPort.on('message', (json) => parentPort.postMessage(jq.raw(json, expression, flags)));
  parentPort.postMessage('ready');
});
