import { describe, expect, it } from 'vitest';
import { messageLines } from '../../src/output/message-lines.ts';
import { service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

const long = 'the service refused what was asked for, and says why in so many words as it has';

const terminal = (columns: number) => ({ isTTY: true, columns });

describe('the lines of a message', () => {
  it.each<[number, string[]]>([
    [200, [long]],
    [
      40,
      [
        'the service refused what was asked',
        '      for, and says why in so many words',
        '      as it has',
      ],
    ],
    [
      30,
      ['the service refused what', '  was asked for, and says why', '  in so many words as it has'],
    ],
  ])('break between words at %i columns', async (columns, lines) => {
    expect(await messageLines('hint:', long, terminal(columns))).toEqual(lines);
  });

  it('keep a command in one piece where a line holds it', async () => {
    const text = 'stored for another server; dotaf auth login --profile shop, or leave it out';
    expect(await messageLines('hint:', text, terminal(50))).toEqual([
      'stored for another server;',
      '      dotaf auth login --profile shop, or leave it',
      '      out',
    ]);
    expect(await messageLines('hint:', text, terminal(30))).toEqual([
      'stored for another',
      '  server; dotaf auth login',
      '  --profile shop, or leave it',
      '  out',
    ]);
  });

  it('never cut a word, which is copied as a whole', async () => {
    const url = `https://${'portal.'.repeat(8)}example`;
    expect(await messageLines('hint:', `see ${url} for more`, terminal(40))).toEqual([
      'see',
      `      ${url}`,
      '      for more',
    ]);
  });

  it('count the cells of other scripts', async () => {
    expect(
      await messageLines('note:', `${'日本'.repeat(6)} ${'日本'.repeat(6)}`, terminal(40)),
    ).toEqual(['日本'.repeat(6), `      ${'日本'.repeat(6)}`]);
  });
});

/** The service refuses the key, which takes three steps to mend. */
function refuses() {
  const error = { code: 'no_such_key', message: 'the key is not known to us at all' };
  service().get('/api/v1/account/tier').reply(401, { success: false, error });
}

const steps = [
  'check key and secret; a secret that is lost can be rotated in the reseller portal',
  'API access must be enabled on the account first',
  'then correct DOTAF_KEY and DOTAF_SECRET',
];

it('wraps an error and its hints on a terminal', async () => {
  refuses();
  const { stderr } = await dotaf(['tier', '--no-color'], { tty: { stderr: true }, columns: 60 });
  expect(stderr).toBe(
    [
      'error: the service refused the credentials from the',
      '       environment (DOTAF_KEY and DOTAF_SECRET): the key is',
      '       not known to us at all (no_such_key)',
      'hint: check key and secret; a secret that is lost can be',
      '      rotated in the reseller portal',
      'hint: API access must be enabled on the account first',
      'hint: then correct DOTAF_KEY and DOTAF_SECRET',
      '',
    ].join('\n'),
  );
});

it('writes each on one line into a pipe, and one text in JSON', async () => {
  refuses();
  const { stderr } = await dotaf(['tier'], { columns: 60 });
  expect(stderr.split('\n').slice(1)).toEqual([...steps.map((step) => `hint: ${step}`), '']);
  refuses();
  const json = await dotaf(['tier', '--json'], { tty: { stderr: true }, columns: 60 });
  expect(json.stderr.match(/\n/g)).toHaveLength(1);
  expect(JSON.parse(json.stderr).error.hint).toBe(steps.join('; '));
});
