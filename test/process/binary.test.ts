import path from 'node:path';
import { expect, it } from 'vitest';
import { playFirstDay } from '../support/first-day.ts';

const binary = path.join(import.meta.dirname, '../../binary/dotaf');

// Without the variable an executable that is there may come from an older build.
it.skipIf(process.env.TEST_BINARY !== '1')(
  'the executable passes the same first day, with no Node in PATH',
  async () => {
    const { actual, expected } = await playFirstDay({ command: [binary] });
    expect(actual).toEqual(expected);
  },
);
