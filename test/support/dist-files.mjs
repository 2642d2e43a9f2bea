import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';

let compiledJq;

/** Makes the thread of jq use a compiled module: compiling it takes longer than most tests. */
const useCompiledJq = `
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (_, imports) => {
    const module = require('node:worker_threads').getEnvironmentData('compiledJq');
    return { module, instance: await instantiate(module, imports) };
  };
`;

/** Reads a built file. jq is compiled once per test worker, instead of once per run. */
export function readDistFile(name) {
  const bytes = readFileSync(path.join(import.meta.dirname, '../../dist', name));
  if (name === 'jq-worker.js') return Buffer.from(useCompiledJq + bytes);
  if (name === 'jq.wasm' && compiledJq === undefined) {
    compiledJq = new WebAssembly.Module(bytes);
    setEnvironmentData('compiledJq', compiledJq);
  }
  return bytes;
}
