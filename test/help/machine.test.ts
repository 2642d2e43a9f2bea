import { expect, it } from 'vitest';
import { dotaf } from '../support/session.ts';
import { described } from './pages.ts';

/* All that dotaf help --json prints is in formats/surface.txt. */

async function printed(...argv: string[]): Promise<string> {
  const { stdout, stderr, code } = await dotaf(['help', ...argv], { env: {} });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

it('is one line, with the keys that scripts read', async () => {
  const whole = await printed('--json');
  expect(whole).toBe(`${JSON.stringify(described.json)}\n`);
  const keys = 'name,version,summary,commands,options,home_options,fields,topics';
  expect(Object.keys(JSON.parse(whole)).join()).toBe(keys);
});

it.each(['ls', 'list'])('is that of one command, also by its alias: domains %s', async (name) => {
  const { json } = described.all.find(({ path }) => path === 'domains ls') ?? {};
  expect(await printed('domains', name, '--json')).toBe(`${JSON.stringify(json)}\n`);
});
