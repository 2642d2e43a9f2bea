import path from 'node:path';
import { expect, it } from 'vitest';
import { runE2eScript } from '../support/e2e-script.ts';

const binary = path.join(import.meta.dirname, '../../binary/dotaf');

// Opt-in: an existing executable may be stale.
it.skipIf(process.env.TEST_BINARY !== '1')(
  'the executable passes the end-to-end script without Node in PATH',
  async () => {
    const { actual, expected } = await runE2eScript({ command: [binary] });
    expect(actual).toEqual(expected);
  },
);
