/* Benchmarks bulk runs: pace against the ideal, throughput against a bare loop, and memory. */
import path from 'node:path';
import { launcherPath, median, runMeasured, withStrictServer, writeNameList } from './harness.mjs';

const baselineLoop = path.join(import.meta.dirname, 'baseline-loop.mjs');

const noLimit = '100000/1s';

/** @returns table rows: label, measurement, comparison */
export async function benchBulk({ rounds, names, manyNames }) {
  return [
    ...(await benchPace()),
    ...(await benchThroughput(rounds, names)),
    await benchMemory(manyNames, names),
  ];
}

async function benchPace() {
  const [requests, windowMs, latencyMs, count] = [60, 2000, 40, 300];
  const env = { DOTAF_RATE_LIMIT: `${requests}/${windowMs}ms` };
  const ideal = ((Math.ceil(count / requests) - 1) * windowMs) / 1000;
  const single = await withStrictServer([requests, windowMs, latencyMs], (_, account) =>
    runMeasured([launcherPath, 'check', '--file', writeNameList(count), '-q'], {
      ...account,
      ...env,
    }),
  );
  const halfList = writeNameList(count / 2);
  const pair = await withStrictServer([requests, windowMs, latencyMs], async (_, account) => {
    const argv = [launcherPath, 'check', '--file', halfList, '-q'];
    const both = [
      runMeasured(argv, { ...account, ...env }),
      runMeasured(argv, { ...account, ...env }),
    ];
    const runs = await Promise.all(both);
    return { seconds: Math.max(...runs.map(({ seconds }) => seconds)) };
  });
  const line = (label, { result, rejectedCount }) => [
    label,
    `${result.seconds.toFixed(2)} s`,
    `${(result.seconds / ideal).toFixed(2)} of the ideal ${ideal} s; ${rejectedCount} times refused`,
  ];
  return [
    line(`${count} names at ${requests} in ${windowMs / 1000} s`, single),
    line('the same by two processes', pair),
  ];
}

async function benchThroughput(rounds, count) {
  const file = writeNameList(count);
  const { result } = await withStrictServer([], async (url, account) => {
    const env = { ...account, DOTAF_RATE_LIMIT: noLimit };
    const variants = {
      'bare undici loop, one at a time': () => runMeasured([baselineLoop, url, file, '1']),
      'bare undici loop, 32 at a time': () => runMeasured([baselineLoop, url, file, '32']),
      'dotaf check --json': () =>
        runMeasured([launcherPath, 'check', '--file', file, '--json', '-q'], env),
      'dotaf check': () => runMeasured([launcherPath, 'check', '--file', file, '-q'], env),
    };
    const runs = Object.fromEntries(Object.keys(variants).map((variant) => [variant, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [variant, work] of Object.entries(variants)) runs[variant].push(await work());
    }
    return runs;
  });
  const medians = Object.entries(result).map(([variant, runs]) => ({
    variant,
    seconds: median(runs.map((run) => run.seconds)),
    cpu: median(runs.map((run) => run.cpuSeconds)),
    megabytes: median(runs.map((run) => run.megabytes)),
  }));
  const [oneByOne, atOnce] = medians;
  return medians.map(({ variant, seconds, cpu, megabytes }) => [
    `${count} names, ${variant}`,
    `${seconds.toFixed(2)} s`,
    `${(oneByOne.seconds / seconds).toFixed(2)} of the speed one at a time, ${(atOnce.seconds / seconds).toFixed(2)} of 32; ${(cpu / atOnce.cpu).toFixed(2)} of the CPU time of 32; ${Math.round(megabytes)} MB`,
  ]);
}

async function benchMemory(count, comparedCount) {
  const file = writeNameList(count);
  const { result } = await withStrictServer([], (_, account) =>
    runMeasured([launcherPath, 'check', '--file', file, '--json', '-q'], {
      ...account,
      DOTAF_RATE_LIMIT: noLimit,
    }),
  );
  return [
    `${count} names, dotaf check --json`,
    `${result.seconds.toFixed(0)} s`,
    `${Math.round(result.megabytes)} MB (above: ${comparedCount} names)`,
  ];
}
