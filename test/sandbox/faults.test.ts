import { expect, it } from 'vitest';
import { faultKinds, parseFault } from '../../src/sandbox/faults.ts';

it.each([
  ...faultKinds.map((kind) => [`${kind}:12.5`, { kind, percent: 12.5 }] as const),
  [' HTML:0 ', { kind: 'html', percent: 0 }] as const,
  ['reset:100', { kind: 'reset', percent: 100 }] as const,
])('%j is a fault', (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});

it.each(['', '500', '500:', ':5', '500:101', '500:-1', '500:5%', '404:5', '500:1e1', '500:5:5'])(
  '%j is none',
  (text) => {
    expect(parseFault(text)).toBeUndefined();
  },
);
