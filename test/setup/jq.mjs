#!/usr/bin/env node
// jq for the README's one-liners, on machines that have none.
import { readFileSync } from 'node:fs';
import { loadJq } from 'jq-wasm/inline';

const words = process.argv.slice(2);
const [expression = '.', file] = words.filter((word) => !word.startsWith('-'));
const jq = await loadJq();
const { stdout, stderr, exitCode } = jq.raw(
  readFileSync(file ?? 0, 'utf8'),
  expression,
  words.filter((word) => word.startsWith('-')),
);
process.stdout.write(stdout === '' ? '' : `${stdout}\n`);
process.stderr.write(stderr);
process.exitCode = exitCode;
