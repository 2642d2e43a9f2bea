import { describe, expect, it } from 'vitest';
import { baseUrl, welcomes } from '../../support/fixtures.ts';
import { configIn, homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';
import { seen } from '../../support/terminal.ts';

const secret = 'secret_of_the_shop';
const given = ['auth', 'login', '--base-url', baseUrl, '--key', 'key_of_the_shop'];

it('asks nothing when the config is damaged', async () => {
  const tty = { stdin: true, stderr: true };
  const session = await dotaf(['auth', 'login'], { env: homeWith('{'), tty, columns: 200 });
  expect(session).toMatchObject({ stdout: '', code: 10 });
  expect(seen(session.stderr)).toMatch(/^error: the config .* is damaged\n/);
});

describe('the secret from stdin', () => {
  it.each([
    ['of Windows', `\ufeff${secret}\r\n`],
    ['with blank lines', `  ${secret}\n\n`],
  ])('is taken %s', async (_, stdin) => {
    const env = homeWith();
    welcomes('key_of_the_shop', secret);
    expect(await dotaf([...given, '--secret-stdin'], { env, stdin })).toMatchObject({ code: 0 });
    expect(configIn(env)).toMatchObject({ profiles: [{ secret }] });
  });

  it('is not read from a terminal, where it would be seen', async () => {
    const argv = [...given, '--secret-stdin', '--no-input'];
    const tty = { stdin: true, stderr: true };
    const session = await dotaf(argv, { env: { ...homeWith(), NO_COLOR: '1' }, tty });
    const says = 'error: a secret typed here would be seen on the screen';
    const stderr = `${says}\nhint: dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt\n`;
    expect(session).toEqual({ stdout: '', stderr, code: 2 });
  });
});
