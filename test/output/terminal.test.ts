import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { balanceData, credentials, mockService } from '../support/fixtures.ts';
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

  it.each([
    ['the balance', ['balance'], '/api/v1/account/balance', { ...balanceData, note: long }],
    ['the tier', ['tier'], '/api/v1/account/tier', { current_tier: 'A', note: long }],
    ['the list', ['domains', 'show', 'a.af'], '/api/v1/domains/a.af', data.domains[0]],
  ])('is truncated in details: %s', async (_, argv, path, answer) => {
    mockService().get(path).reply(200, { success: true, data: answer });
    const { stdout } = await runCli(argv, { tty: terminal });
    expect(stdout.replace(/[^x]/g, '').length).toBeGreaterThan(1990);
    expect(stdout.length).toBeLessThan(5000);
  });

  it.each([[['--json']], [['--csv', '--fields', 'extra.note']]])(
    'is complete with %j',
    async (format) => {
      mockService().get('/api/v1/domains').reply(200, { success: true, data });
      expect((await runCli(['domains', 'ls', ...format])).stdout).toContain(long);
    },
  );
});
