/*
 * Benchmarks process startup, interleaved, on each Node version; and a second lookup within one
 * process, which excludes startup.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { nodeFromRegistry } from '../support/node-from-registry.mjs';
import {
  createCertificate,
  launcherPath,
  median,
  withStrictServer,
  workFolder,
} from './harness.mjs';

const nodeVersions = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'];

const benchDirectory = import.meta.dirname;
const baselinePath = (name) => path.join(benchDirectory, 'baselines', name);

/** Table rows: title, variant, baseline variant, and the maximum ratio to the baseline. */
const rows = [
  ['an empty program', 'empty'],
  ['a script with built-in fetch', 'fetch'],
  ['the fastest script with node:http', 'http', 'fetch'],
  ['the same on the whole packages, not bundled', 'naive', 'fetch'],
  ['a script with built-in fetch, over https', 'fetchTls'],
  ['dotaf balance --json, over https', 'jsonTls', 'fetchTls', 1.1],
  ['dotaf balance --json', 'json', 'fetch', 1],
  ['dotaf balance, as a table', 'table', 'fetch', 1.15],
  ['dotaf balance --json, for the very first time', 'first', 'fetch'],
  ['dotaf --version', 'version', 'empty', 1.1],
  ['dotaf --help', 'help', 'empty', 1.25],
  ['dotaf balance --json', 'json', 'http'],
  ['a TAB', 'tab', 'empty', 1.25],
  ['a TAB for the domains of the account', 'tabDomains', 'empty', 1.25],
  ['a second undici.request', 'request'],
  ['a second look-up of dotaf', 'second', 'request'],
];

/** @returns table rows, header first */
export async function benchStart(rounds) {
  const second = await bundleWarmLookup();
  const certificate = createCertificate();
  const measureVersions = async (home, tlsEnv) => {
    const results = [];
    for (const version of nodeVersions) {
      const variants = createVariants(nodeFromRegistry(version), second, tlsEnv);
      results.push(await measureInterleaved(variants, home, rounds));
    }
    return results;
  };
  const { result: columns } = await withStrictServer([], async (url) => {
    const home = createHome('start-home', url);
    const measureTls = (tlsUrl) => {
      const DOTAF_HOME = createHome('start-home-tls', tlsUrl);
      return measureVersions(home, { DOTAF_HOME, NODE_EXTRA_CA_CERTS: certificate.ca });
    };
    return (await withStrictServer([], measureTls, certificate)).result;
  });
  const header = ['', ...nodeVersions.map((version) => `Node ${version}`), 'at most'];
  return [header, ...rows.map((row) => formatRow(row, columns)), ...measureOtherTools(rounds)];
}

function formatRow([title, variant, baseline, maxRatio], columns) {
  const cells = columns.map(({ [variant]: time, [baseline]: baselineTime }) => {
    if (time === undefined) return '-';
    return baselineTime === undefined ? `${time.toFixed(1)} ms` : (time / baselineTime).toFixed(2);
  });
  const note = baseline === undefined ? '' : ` of ${baselineLabel(baseline)}`;
  return [title, ...cells, maxRatio === undefined ? note.trim() : `${maxRatio}${note}`];
}

function baselineLabel(variant) {
  return {
    fetch: 'the script',
    fetchTls: 'the script',
    http: 'node:http',
    empty: 'the empty program',
    request: 'that request',
  }[variant];
}

function createVariants(node, second, tlsEnv) {
  const run = (...argv) => ({ argv: [node, ...argv] });
  return {
    empty: run(baselinePath('empty.cjs')),
    fetch: run(baselinePath('fetch.mjs')),
    http: run(baselinePath('http.cjs')),
    naive: run(baselinePath('unbundled.mjs'), 'balance'),
    json: run(launcherPath, 'balance', '--json'),
    fetchTls: { ...run(baselinePath('fetch.mjs')), env: tlsEnv },
    jsonTls: { ...run(launcherPath, 'balance', '--json'), env: tlsEnv },
    table: run(launcherPath, 'balance'),
    first: { ...run(launcherPath, 'balance', '--json'), env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
    version: run(launcherPath, '--version'),
    help: run(launcherPath, '--help'),
    tab: run(launcherPath, '__complete', 'check', 'kabul.af', '--on'),
    tabDomains: run(launcherPath, '__complete', 'domains', 'show', ''),
    request: { ...run(baselinePath('warm-request.mjs')), reportsTime: true },
    second: { ...run(second), reportsTime: true },
  };
}

/** @returns the median per variant in milliseconds; the first two rounds are warm-up */
async function measureInterleaved(variants, home, rounds) {
  const times = Object.fromEntries(Object.keys(variants).map((variant) => [variant, []]));
  for (let round = -2; round < rounds; round += 1) {
    for (const [variant, spec] of Object.entries(variants)) {
      const time = await measureTime(spec, home);
      if (round >= 0) times[variant].push(time);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([variant, samples]) => [variant, median(samples)]),
  );
}

/** Measures the whole process, or reads the microseconds that it reports itself. */
async function measureTime({ argv: [program, ...argv], reportsTime = false, env }, home) {
  const start = process.hrtime.bigint();
  const child = spawn(program, argv, {
    // A rate limit that never delays these sequential runs.
    env: { PATH: process.env.PATH, DOTAF_HOME: home, DOTAF_RATE_LIMIT: '60/1s', ...env },
    stdio: ['ignore', reportsTime ? 'pipe' : 'ignore', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}`);
  return reportsTime ? Number(output) / 1000 : Number(process.hrtime.bigint() - start) / 1e6;
}

/** Measures `--version` of other tools, if installed. */
function measureOtherTools(rounds) {
  return ['gh', 'hcloud', 'vercel'].flatMap((tool) => {
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0) return [];
    const times = Array.from({ length: rounds }, () => {
      const start = process.hrtime.bigint();
      spawnSync(tool, ['--version'], { stdio: 'ignore' });
      return Number(process.hrtime.bigint() - start) / 1e6;
    });
    return [[`${tool} --version`, `${median(times).toFixed(1)} ms`, '', '', '', '']];
  });
}

function createHome(name, url) {
  const home = path.join(workFolder, name);
  mkdirSync(home, { mode: 0o700 });
  // As long as real credentials, since redaction searches every response for them.
  const key = 'dk_7Qm2xVw9LrT4bNc8ZpHs1';
  const secret = 'ds_Y3kf8JvR0tWq6XzB5nMa2GhL9cPuE7oD4iSx1TyKw0VbNj';
  const profile = { name: 'default', base_url: url, key, secret };
  const config = { active: 'default', profiles: [profile] };
  writeFileSync(path.join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
  return home;
}

async function bundleWarmLookup() {
  const out = path.join(workFolder, 'second');
  const input = path.join(benchDirectory, 'warm-lookup.ts');
  // Exclude the completion scripts, which no lookup reads.
  const external = /\?raw$/;
  const bundle = await rolldown({ input, external, platform: 'node', logLevel: 'silent' });
  await bundle.write({ dir: out, format: 'cjs', chunkFileNames: '[name].js' });
  await bundle.close();
  return path.join(out, 'warm-lookup.js');
}
