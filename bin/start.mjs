import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

// Demo for newcomers: check a few names against the embedded sandbox.
await build();
const dotaf = fileURLToPath(new URL('dotaf.js', import.meta.url));
const names = ['kabul.af', 'tea-house.af', 'pomegranate.af', 'samovar.com.af'];
const line = [dotaf, 'check', ...names, '--sandbox'];
const { status } = spawnSync(process.execPath, line, { stdio: 'inherit' });
process.exitCode = status ?? 1;
if (status === 0) {
  process.stdout.write(`
That was the embedded sandbox: real requests, invented names and prices. Next:
  node bin/dotaf.js domains ls --sandbox   an invented account's domains
  node bin/dotaf.js auth login             your own account
`);
}
