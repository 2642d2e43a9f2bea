/* Bulk runs: their pace against the ideal, their speed against a bare loop, their memory. */
import path from 'node:path';
import { dotaf, list, median, run, withServer } from './programs.mjs';

const bareLoop = path.join(import.meta.dirname, 'bare-loop.mjs');

const noLimit = '100000/1s';

/** @returns lines of a table: what, measured, beside what */
export async function benchBulk({ rounds, names, manyNames }) {
  return [...(await pace()), ...(await speed(rounds, names)), await memory(manyNames, names)];
}

async function pace() {
  const [requests, windowMs, latencyMs, count] = [60, 2000, 40, 300];
  const env = { DOTAF_RATE_LIMIT: `${requests}/${windowMs}ms` };
  const ideal = ((Math.ceil(count / requests) - 1) * windowMs) / 1000;
  const alone = await withServer([requests, windowMs, latencyMs], (_, account) =>
    run([dotaf, 'check', '--file', list(count), '-q'], { ...account, ...env }),
  );
  const half = list(count / 2);
  const together = await withServer([requests, windowMs, latencyMs], async (_, account) => {
    const argv = [dotaf, 'check', '--file', half, '-q'];
    const both = [run(argv, { ...account, ...env }), run(argv, { ...account, ...env })];
    const runs = await Promise.all(both);
    return { seconds: Math.max(...runs.map(({ seconds }) => seconds)) };
  });
  const line = (what, { result, refused }) => [
    what,
    `${result.seconds.toFixed(2)} s`,
    `${(result.seconds / ideal).toFixed(2)} of the ideal ${ideal} s; ${refused} times refused`,
  ];
  return [
    line(`${count} names at ${requests} in ${windowMs / 1000} s`, alone),
    line('the same by two processes', together),
  ];
}

async function speed(rounds, count) {
  const file = list(count);
  const { result } = await withServer([], async (url, account) => {
    const env = { ...account, DOTAF_RATE_LIMIT: noLimit };
    const ways = {
      'bare undici loop, one at a time': () => run([bareLoop, url, file, '1']),
      'bare undici loop, 32 at a time': () => run([bareLoop, url, file, '32']),
      'dotaf check --json': () => run([dotaf, 'check', '--file', file, '--json', '-q'], env),
      'dotaf check': () => run([dotaf, 'check', '--file', file, '-q'], env),
    };
    const runs = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [way, work] of Object.entries(ways)) runs[way].push(await work());
    }
    return runs;
  });
  const medians = Object.entries(result).map(([way, runs]) => ({
    way,
    seconds: median(runs.map((one) => one.seconds)),
    cpu: median(runs.map((one) => one.cpuSeconds)),
    megabytes: median(runs.map((one) => one.megabytes)),
  }));
  const [oneByOne, atOnce] = medians;
  return medians.map(({ way, seconds, cpu, megabytes }) => [
    `${count} names, ${way}`,
    `${seconds.toFixed(2)} s`,
    `${(oneByOne.seconds / seconds).toFixed(2)} of the speed one at a time, ${(atOnce.seconds / seconds).toFixed(2)} of 32; ${(cpu / atOnce.cpu).toFixed(2)} of the CPU time of 32; ${Math.round(megabytes)} MB`,
  ]);
}

async function memory(count, fewer) {
  const file = list(count);
  const { result } = await withServer([], (_, account) =>
    run([dotaf, 'check', '--file', file, '--json', '-q'], {
      ...account,
      DOTAF_RATE_LIMIT: noLimit,
    }),
  );
  return [
    `${count} names, dotaf check --json`,
    `${result.seconds.toFixed(0)} s`,
    `${Math.round(result.megabytes)} MB (above: ${fewer} names)`,
  ];
}
