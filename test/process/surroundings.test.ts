import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../session.ts';
import { environment, run, shell } from './spawned.ts';

const tier = 'current tier    Silver\nnext tier       Gold\ndomains needed  68\n';

it('works in the empty environment of cron', async () => {
  expect(await run(['tier', '--sandbox'], {})).toMatchObject({ stdout: tier, stderr: '', code: 0 });
});

it.each([{ HOME: '' }, { HOME: '/nonexistent' }, { HOME: '/proc' }])(
  'needs no home for what stores nothing: %j',
  async (env) => {
    expect(await run(['tier', '--sandbox'], env)).toMatchObject({ stdout: tier, code: 0 });
  },
);

it('writes nothing anywhere for a look-up in the sandbox', async () => {
  const home = temporaryFolder();
  await run(['check', 'kabul.af', '--sandbox'], { HOME: home });
  expect(existsSync(home) && readdirSync(home)).toEqual([]);
});

it('is plain in a pipe, whatever the terminal is called', async () => {
  const { stdout } = await run(
    ['tier', '--sandbox'],
    environment({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }),
  );
  expect(stdout).toBe(tier);
});

it('starts from any folder, and by a link', async () => {
  const { stdout, code } = await shell('cd / && dotaf --version');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(code).toBe(0);
});
