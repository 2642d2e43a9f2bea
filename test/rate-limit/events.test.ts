import { expect, it } from 'vitest';
import {
  formatEvent,
  isBefore,
  type LedgerEvent,
  parseEvent,
  processOf,
  relevantLines,
} from '../../src/rate-limit/events.ts';

it.each<[string, LedgerEvent]>([
  ['R one-1:0 5', { kind: 'reserved', id: 'one-1:0', at: 5 }],
  ['S 1-100-a_b.c:12 0', { kind: 'sent', id: '1-100-a_b.c:12', at: 0 }],
  ['D one:0 999999999999999', { kind: 'answered', id: 'one:0', at: 999_999_999_999_999 }],
  ['F one:0 10', { kind: 'refused', id: 'one:0', at: 10 }],
  ['C one:0 10', { kind: 'withdrawn', id: 'one:0', at: 10 }],
  ['P 5 900', { kind: 'paused', at: 5, ms: 900 }],
  ['L 5 30000 20 1000', { kind: 'learned', at: 5, holdMs: 30_000, requests: 20, windowMs: 1000 }],
  ['B 5', { kind: 'restarted', at: 5 }],
])('%s is read as it was written', (line, event) => {
  expect([formatEvent(event), parseEvent(line)]).toEqual([line, event]);
});

it.each([
  ...['', 'R', 'R one:0', 'R one:0 ', 'R one:0 1e1', 'R one:0 1 ', ' R one:0 1', 'xR one:0 1'],
  ...['R one 1', 'R :0 1', 'R one:x 1', 'R one:0x 1', 'R one: 1', 'R on/e:0 1', 'R  one:0 1'],
  ...['R one:0 1234567890123456', 'R 0 1', 'Q one:0 1', 'r one:0 1', 'P one:0 1'],
  ...['P', 'P 0', 'P 0 1 2', 'P 0 1x', 'P 0 -1', 'P  0 1', 'P 0  1', ' P 0 1', 'xP 0 1', 'P 0 1 '],
  ...['P 0 1234567890123456', 'B', 'B 0 1', 'B 1234567890123456', 'xB 0', 'Q 0'],
  ...['L 0', 'L 0 1 2', 'L 0 1 2 3 4', 'L 0 1 0 3', 'L 0 1 2 0', 'xL 0 1 2 3'],
])('%j is no line of the ledger', (line) => {
  expect(parseEvent(line)).toBeUndefined();
});

it.each<[string, number]>([
  ['R one:0 1000', 1000],
  ['S one:0 1000', 1000],
  ['D one:0 1000', 1000],
  ['F one:0 1000', 1000],
  ['C one:0 1000', 1000],
  ['B 1000', 1000],
  ['P 400 600', 1000],
  ['L 400 600 20 60000', 1000],
  ['P 400 999999999', 3_600_400],
])('what %s says is over after %d', (line, end) => {
  expect([isBefore(line, end), isBefore(line, end + 1)]).toEqual([false, true]);
});

it.each(['', 'hal', 'Q one:0 1', 'R 1', 'R one:0', 'xR one:0 1', 'xP 0 1', 'R one:0 x1'])(
  'a line that says nothing is never over: %j',
  (line) => {
    expect(isBefore(line, Number.MAX_SAFE_INTEGER)).toBe(false);
  },
);

it('the process of a request is what stands before its number', () => {
  expect(processOf('1-100-ab:12')).toBe('1-100-ab');
});

it.each<[string, string[], string[]]>([
  ['an answer of before', ['R one:0 1', 'S one:0 2', 'D one:0 99'], []],
  ['a refusal of before', ['R one:0 1', 'F one:0 99'], []],
  ['a withdrawal of before', ['R one:0 1', 'C one:0 99'], []],
  ['an answer of now', ['R one:0 1', 'D one:0 100'], ['R one:0 1', 'D one:0 100']],
  ['an answer of another', ['R one:0 1', 'R one:1 2', 'D one:0 9'], ['R one:1 2']],
  ['sent again after its end', ['R one:0 1', 'D one:0 9', 'S one:0 10'], ['S one:0 10']],
  ['no answer', ['R one:0 1', 'S one:0 2'], ['R one:0 1', 'S one:0 2']],
  ['lines without a request', ['P 1 9', 'L 1 9 5 5', 'B 1'], ['P 1 9', 'L 1 9 5 5', 'B 1']],
  ['half a line before it', ['xD one:0 9', 'R one:0 1'], ['xD one:0 9', 'R one:0 1']],
])('only requests that ended before 100 are left out, in the same order: %s', (_, texts, left) => {
  const lines = texts.map((text) => ({ text }));
  expect(relevantLines(lines, 100).map(({ text }) => text)).toEqual(left);
});
