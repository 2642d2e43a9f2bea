import { expect } from 'vitest';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

const samplePattern = /^([a-zA-Z_][a-zA-Z0-9_]*)(?:\{(.*)\})? (-?\d+(?:\.\d+)?)$/;

const labelPattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;

interface MetricFamily {
  help?: string;
  type?: string;
  unit?: string;
  samples: string[];
}

/**
 * Parses OpenMetrics and fails the test at the first line that violates the specification or the
 * rules of `promtool check metrics`.
 *
 * @returns sample values, keyed by name and labels
 */
export function parseOpenMetrics(text: string): Record<string, string> {
  expect(text.endsWith('\n# EOF\n') || text === '# EOF\n', 'ends in # EOF').toBe(true);
  const lines = text.split('\n').slice(0, -2);
  const blocks = new Map<string, MetricFamily>();
  const values: Record<string, string> = {};
  let current = '';
  for (const line of lines) {
    const [, kind = '', name = '', rest = ''] = /^# (HELP|TYPE|UNIT) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === '') {
      parseSample(line, current, blocks.get(current), values);
      continue;
    }
    expect(name, line).toMatch(namePattern);
    if (name !== current) expect(blocks.has(name), `one block of ${name}`).toBe(false);
    current = name;
    const block = blocks.get(name) ?? { samples: [] };
    blocks.set(name, block);
    expect(block.samples, `${kind} comes before the samples`).toEqual([]);
    const key = kind === 'HELP' ? 'help' : kind === 'TYPE' ? 'type' : 'unit';
    expect(block[key], `${kind} of ${name} twice`).toBeUndefined();
    block[key] = rest;
  }
  for (const [name, { help, type, unit, samples }] of blocks) {
    expect(help, `help of ${name}`).toBeTruthy();
    expect(type).toBe('gauge');
    expect(name).not.toMatch(/_(total|count|sum|bucket|info|created|gauge)$/);
    if (unit !== undefined) expect(name.endsWith(`_${unit}`)).toBe(true);
    if (/_(seconds|bytes|ratio)$/.test(name)) expect(unit).toBeDefined();
    expect(samples.length, `${name} has samples`).toBeGreaterThan(0);
  }
  return values;
}

function parseSample(
  line: string,
  current: string,
  block: MetricFamily | undefined,
  values: Record<string, string>,
): void {
  const [, name = '', labels = '', value = ''] = samplePattern.exec(line) ?? [];
  expect(name, `a sample of ${current}: ${line}`).toBe(current);
  expect(block?.type, `${name} has a type before its samples`).toBeDefined();
  const series = `${name}{${parseLabels(labels, line)}}`;
  expect(values[series], `${series} twice`).toBeUndefined();
  values[series] = value;
  block?.samples.push(line);
}

function parseLabels(text: string, line: string): string {
  const pairs: [string, string][] = [];
  labelPattern.lastIndex = 0;
  for (let at = 0; at < text.length; at = labelPattern.lastIndex) {
    const [, name = '', value = ''] = labelPattern.exec(text) ?? [];
    expect(name, `labels of ${line}`).not.toBe('');
    pairs.push([name, value]);
  }
  expect(new Set(pairs.map(([name]) => name)).size, line).toBe(pairs.length);
  return pairs.map(([name, value]) => `${name}=${value}`).join(',');
}
