import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { credentials, mockService } from '../support/fixtures.ts';
import { runCli, runSandboxCli } from '../support/run-cli.ts';

const terminal = { stdout: true };

const utf8Env = { ...credentials, LANG: 'C.UTF-8' };

function mockError(domain: string, message: string): void {
  mockService()
    .post('/api/v1/domains/check', { domain, years: 1 })
    .reply(501, { success: false, error: { code: 'boom', message } });
}

it.each([
  [['domains', 'ls'], 20],
  [['quote', '--years', '1-3', '--markup', '20'], 46],
])('no line of %j exceeds the terminal, except a single long name', async (argv, minWidth) => {
  for (const columns of [minWidth, 60, 80, 200]) {
    const { stdout } = await runSandboxCli([...argv, '--no-color'], { tty: terminal, columns });
    const lines = stdout.split('\n').filter((line) => !/^\S+$/.test(line.replace(/^[!?]? +/, '')));
    const widest = Math.max(...lines.map((line) => stringWidth(line)));
    expect(widest, `${columns} columns`).toBeLessThanOrEqual(columns);
    expect(stdout.split('\n').length).toBeGreaterThan(3);
  }
});

it('prints an error message below its row if it does not fit beside it', async () => {
  const reason = `${'日本'.repeat(20)} closed ${'x'.repeat(70)} کِتاب‌خانه`;
  for (const columns of [24, 30, 50]) {
    mockError('a.af', reason);
    mockError('b.af', reason);
    const argv = ['check', 'a.af', 'b.af', '--no-color'];
    const { stdout } = await runCli(argv, { tty: terminal, columns, env: utf8Env });
    const [, first = '', ...lines] = stdout.trimEnd().split('\n');
    const second = lines.findIndex((line) => line.startsWith('b.af'));
    const below = lines.slice(0, second);
    expect(first).toMatch(/^a\.af( +unknown)?( +-)?$/);
    expect(below.filter((line) => !line.startsWith('    '))).toEqual([]);
    expect(below.join('').replace(/[ \u2068\u2069]/g, '')).toContain(reason.replaceAll(' ', ''));
  }
});

describe('an oversized text', () => {
  const long = 'x'.repeat(900_000);
  const data = { domains: [{ domain: 'a.af', status: 'ok', expiry: '2027-01-01', note: long }] };

  it.each([
    ['a pipe', {}, ['domains', 'ls']],
    ['chosen columns', { stdout: true }, ['domains', 'ls', '--fields', 'extra.note']],
  ])('is truncated before layout: %s', async (_, tty, argv) => {
    mockService().get('/api/v1/domains').reply(200, { success: true, data });
    const { stdout, code } = await runCli([...argv, '--no-color', '-q'], { tty, columns: 120 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/x{10}(…|\.\.\.)\n/);
    expect(stdout.length).toBeLessThan(10_000);
  });

  it.each([[['--json']], [['--csv', '--fields', 'extra.note']]])(
    'is complete with %j',
    async (format) => {
      mockService().get('/api/v1/domains').reply(200, { success: true, data });
      expect((await runCli(['domains', 'ls', ...format])).stdout).toContain(long);
    },
  );
});

it('colours stderr only if stderr is a terminal', async () => {
  const { stderr } = await runSandboxCli(['check', 'bad_name'], { tty: { stderr: true } });
  expect(stderr).toMatch(/^\u001b\[31merror:\u001b\[39m not a domain name/);
  const piped = await runSandboxCli(['check', 'bad_name'], { tty: { stdout: true } });
  expect(piped.stderr).toMatch(/^error: not a domain name/);
});

it.each([
  [['domains', 'ls']],
  [['check', 'kabul.af', 'a.zz', 'b.af']],
  [['forecast']],
  [['balance']],
])('uses only colours that are legible on black and white: %j', async (argv) => {
  const { stdout, stderr } = await runSandboxCli(argv, { tty: { stdout: true, stderr: true } });
  const codes = [...(stdout + stderr).matchAll(/\u001b\[([\d;]*)m/g)].map(([, code]) => code);
  // Bold, dim, red, green, magenta, and their resets.
  const readable = ['1', '2', '22', '31', '32', '35', '39'];
  expect(codes.filter((code) => !readable.includes(code ?? ''))).toEqual([]);
  expect(codes).not.toEqual([]);
});
