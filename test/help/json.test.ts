import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { programHelp } from './pages.ts';

/* The complete output of `dotaf help --json` is in golden/cli-schema.txt. */

async function runHelp(...argv: string[]): Promise<string> {
  const { stdout, stderr, code } = await runCli(['help', ...argv], { env: {} });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
}

it('help --json is one line with the documented keys', async () => {
  const stdout = await runHelp('--json');
  expect(stdout).toBe(`${JSON.stringify(programHelp.json)}\n`);
  const keys = 'name,version,summary,commands,options,home_options,fields,topics';
  expect(Object.keys(JSON.parse(stdout)).join()).toBe(keys);
});

it.each(['ls', 'list'])(
  'help --json describes one command, also by its alias: domains %s',
  async (name) => {
    const json = programHelp.all.find(({ path }) => path === 'domains ls');
    expect(await runHelp('domains', name, '--json')).toBe(`${JSON.stringify(json)}\n`);
  },
);
