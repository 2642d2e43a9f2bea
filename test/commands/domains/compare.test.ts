import { expect, it } from 'vitest';
import { herat, kabul, lists, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

it.each(['--csv', '--no-color'])(
  'agrees with what dotaf itself has printed: %s',
  async (format) => {
    lists([herat, kabul, zaranj]);
    const { stdout: stdin } = await dotaf(['domains', 'ls', format]);
    lists([herat, kabul, zaranj]);
    expect(await dotaf(['domains', 'compare', '-', '--expect', 'none'], { stdin })).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('note: the account and the file agree\n'),
      code: 0,
    });
  },
);
