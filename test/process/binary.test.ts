import path from 'node:path';
import { expect, it } from 'vitest';
import { playFirstDay } from '../support/first-day.ts';

const binary = path.join(import.meta.dirname, '../../binary/dotaf');

// It is built before this is asked for: an executable that lies there may be of another day.
it.skipIf(process.env.TEST_BINARY !== '1')(
  'the executable brings a reseller through the same first day, with no Node in PATH',
  async () => {
    const { actual, expected } = await playFirstDay({ command: [binary] });
    expect(actual).toEqual(expected);
  },
);
