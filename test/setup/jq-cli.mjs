#!/usr/bin/env node
// Stand-in for jq in the README's one-liners, for machines without jq.
import { readFileSync } from 'node:fs';
import { loadJq } from 'jq-wasm/inline';

const args = process.argv.slice(2);
const [expression = '.', file] = args.filter((word) => !word.startsWith('-'));
const jq = await loadJq();
const { stdout, stderr, exitCode } = jq.raw(
  readFileSync(file ?? 0, 'utf8'),
  expression,
  args.filter((word) => word.startsWith('-')),
);
process.stdout.write(stdout === '' ? '' : `${stdout}\n`);
process.stderr.write(stderr);
process.exitCode = exitCode;
