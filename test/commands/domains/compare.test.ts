import { expect, it } from 'vitest';
import { herat, kabul, lists, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

it('agrees with the CSV that dotaf itself has printed', async () => {
  lists([herat, kabul, zaranj]);
  const { stdout: stdin } = await dotaf(['domains', 'ls', '--csv']);
  lists([herat, kabul, zaranj]);
  expect(await dotaf(['domains', 'compare', '-', '--expect', 'none'], { stdin })).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('note: the account and the file agree\n'),
    code: 0,
  });
});
