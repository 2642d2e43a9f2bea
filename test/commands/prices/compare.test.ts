import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { service } from '../../support/fixtures.ts';
import { temporaryFolder } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

const costs: Record<string, string> = {
  registration: '35.00',
  renewal: '30.00',
  transfer: '33.33',
  restore: '120.00',
};

interface Own {
  tld: string;
  action: string;
  years: number;
  retail: string | null;
  margin: string | null;
  below_cost: boolean | null;
}

/** The service answers any quote, a year as much as the other. @returns what was asked */
function prices(change: object = {}): string[] {
  const asked: string[] = [];
  service()
    .persist()
    .post('/api/v1/pricing')
    .reply(async (request: Request) => {
      const { tld, action, years } = JSON.parse(await request.text());
      asked.push(`${tld} ${action} ${years}`);
      if (tld === '.zz.af') {
        return [422, { success: false, error: { code: 'unsupported_tld', message: 'not here' } }];
      }
      const data = { tld, action, years, amount: costs[action], currency: 'USD', ...change };
      return [200, { success: true, data }];
    });
  return asked;
}

async function against(stdin: string, ...options: string[]) {
  const session = await dotaf(['prices', 'compare', '-', '--json', ...options], { stdin });
  const rows: Own[] = JSON.parse(session.stdout || '[]');
  const short = rows.map(
    ({ tld, action, years, retail, margin, below_cost }) =>
      `${tld} ${action} ${years}: ${retail} ${margin} ${below_cost}`,
  );
  return { ...session, rows, short };
}

const list = [
  'tld,action,years,price',
  '.af,register,1,45.00',
  '.af,renewal,1,29.5',
  '.com.af,transfer,1,33.33',
  '',
].join('\n');

it('sets own prices beside the cost and marks what sells below it', async () => {
  const asked = prices();
  const file = path.join(temporaryFolder(), 'retail.csv');
  writeFileSync(file, list);
  expect(await dotaf(['prices', 'compare', file])).toEqual({
    stdout: [
      'TLD      ACTION        YEARS       COST  RETAIL  MARGIN',
      '.af      registration      1  35.00 USD   45.00   10.00',
      '.af      renewal           1  30.00 USD    29.5   -0.50  below cost',
      '.com.af  transfer          1  33.33 USD   33.33    0.00',
      '',
    ].join('\n'),
    stderr: 'note: 1 of 3 prices below cost\n',
    code: 0,
  });
  expect(asked).toEqual(['.af registration 1', '.af renewal 1', '.com.af transfer 1']);
});

it('is whole at 60 columns, and marked by more than colour', async () => {
  prices();
  const { stdout } = await dotaf(['prices', 'compare', '-', '--no-color'], {
    stdin: list,
    tty: { stdout: true },
    columns: 60,
  });
  expect(stdout.split('\n').slice(2, 4)).toEqual([
    '.af      renewal           1  30.00 USD    29.5   -0.50',
    '    below cost',
  ]);
});

it('is one array', async () => {
  prices();
  const { stdout } = await against('tld,action,years,price\naf,renew,1,29.50\n');
  expect(stdout).toBe(
    '[{"tld":".af","action":"renewal","years":1,"amount":"30.00","currency":"USD","retail":"29.50","margin":"-0.50","below_cost":true}]\n',
  );
});

it.each([
  [list, 1, 'note: .af renewal for 1 year costs 30.00 USD and sells for 29.5\n'],
  ['tld,price\naf,35.00\n', 0, ''],
])('--expect profit: %j', async (text, code, note) => {
  prices();
  const session = await against(text, '--expect', 'profit');
  expect(session.code).toBe(code);
  expect(session.stderr.split('\n').slice(1).join('\n')).toBe(note);
});

describe('the columns', () => {
  const usual = [
    '.af registration 1: 45.00 10.00 false',
    '.af renewal 1: 29.00 -1.00 true',
    '.af transfer 1: 33.33 0.00 false',
  ];

  it.each<[string, string[]]>([
    ['extension,domainregister,domainrenew,domaintransfer\n.af,45.00,29.00,33.33\n', usual],
    [
      'Domain Extension\tRegistration price\tRenewal price\tTransfer\naf\t$45.00\t$29.00\t$33.33\n',
      usual,
    ],
    ['TLD;Price;Action\naf;45,00;Register\naf;29,00 USD;renew\naf;USD 33,33;transfer\n', usual],
    ['tld,register,renew,transfer,restore\naf,45.00,29.00,33.33,\n', usual],
    [
      'TLD,Register 1 Year,Register (2 years)\n.af,45.00,35.10\n',
      ['.af registration 1: 45.00 10.00 false', '.af registration 2: 35.10 0.10 false'],
    ],
    [
      'tld,renew_1y,renew_2y\n.af,45.00,30.00\n',
      ['.af renewal 1: 45.00 15.00 false', '.af renewal 2: 30.00 0.00 false'],
    ],
    ['tld,period,redemption fee\n.af,1 year,119.99\n', ['.af restore 1: 119.99 -0.01 true']],
    ['tld,price\n.af,$60.00\n', ['.af registration 1: 60.00 25.00 false']],
    ['tld;price\n.af;1.299,00\n', ['.af registration 1: 1299.00 1264.00 false']],
    [
      '{"tld":".af","action":"renewal","years":1,"price":"36.00"}\n',
      ['.af renewal 1: 36.00 6.00 false'],
    ],
    // As dotaf quote --markup prints it.
    [
      'tld,action,years,amount,currency,retail,margin\n.af,renewal,1,30.00,USD,36.00,6.00\n',
      ['.af renewal 1: 36.00 6.00 false'],
    ],
    ['tld,cost,retail\n.af,30.00,"1,234.50"\n', ['.af registration 1: 1234.50 1199.50 false']],
  ])('of %j', async (text, short) => {
    prices();
    expect((await against(text)).short).toEqual(short);
  });

  it.each([
    [
      'extension,type,currency,msetupfee,qsetupfee\n.af,domainregister,USD,45.00,90.00\n',
      'no column of stdin holds prices',
      'name the columns tld, action, years and price, or give --map <heading>=<field>',
    ],
    [
      'tld,type,price\n.af,domainregister,45.00\n',
      "stdin, line 2: 'domainregister' cannot be read as 'type'",
      'write registration, renewal, transfer, restore',
    ],
  ])('of a table for machines say what to type: %j', async (stdin, error, hint) => {
    expect(await dotaf(['prices', 'compare', '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  });

  it('are what --map says, and the others are named', async () => {
    prices();
    const text = 'Zone,Ours 2y,Renewals,Note\naf,40.00,31.00,x\n';
    const maps = ['--map', 'ours 2y=registration', '--map', 'Renewals=renewal'];
    const { short, stderr } = await against(text, ...maps);
    expect(short).toEqual([
      '.af registration 2: 40.00 5.00 false',
      '.af renewal 1: 31.00 1.00 false',
    ]);
    expect(stderr).toContain('note: not compared: Note; --map <heading>=<field> says');
  });
});

describe('the choice', () => {
  const text = 'tld,years,register,renew\naf,1,40,40\naf,2,80,80\ncom.af,1,20,40\ncom,1,12,12\n';

  it.each([
    [
      [],
      '.af registration 1, .af renewal 1, .af registration 2, .af renewal 2, .com.af registration 1, .com.af renewal 1',
    ],
    [['--action', 'renewal', '--years', '2'], '.af renewal 2'],
    [['--action', 'renewal', '--years', '1'], '.af renewal 1, .com.af renewal 1'],
  ])('of %j', async (options, cells) => {
    const asked = prices();
    const { stderr } = await against(text, ...options);
    expect(asked.join(', ')).toBe(cells);
    expect(stderr).toContain('note: left out: .com\n');
  });

  it('of nothing is refused', async () => {
    expect(await dotaf(['prices', 'compare', '-', '--years', '9'], { stdin: text })).toEqual({
      stdout: '',
      stderr:
        'note: left out: .com\n' +
        'error: no price in stdin is one of those asked for\n' +
        'hint: tlds that end in .af count, with the actions and years that are typed\n',
      code: 2,
    });
  });
});

describe('what cannot be told', () => {
  it('is a price in another currency', async () => {
    prices();
    const session = await against('tld,price\naf,2500 AFN\ncom.af,40\n', '--expect', 'profit');
    expect(session.short).toEqual([
      '.af registration 1: null null null',
      '.com.af registration 1: 40 5.00 false',
    ]);
    expect(session.stderr).toBe(
      'warning: 1 of 2 prices cannot be compared: the currency is another, or the service does not say it\n' +
        'note: 0 of 2 prices below cost\n' +
        'note: whether .af registration for 1 year leaves a profit is not known\n',
    );
    expect(session.code).toBe(1);
  });

  it('is a cost that has no answer', async () => {
    prices();
    const { short, stderr, code } = await against('tld,price\naf,40\n.zz.af,40\n');
    expect(short).toEqual(['.af registration 1: 40 5.00 false']);
    expect(stderr).toBe(
      'warning: no answer: quote .zz.af registration: the service refused: not here (unsupported_tld)\n' +
        'note: 0 of 1 price below cost\n',
    );
    expect(code).toBe(9);
  });

  it('is which of two prices counts', async () => {
    prices();
    const { short, stderr } = await against('tld,price\naf,40\nkabul.af,30\n', '-q');
    expect(short).toEqual(['.af registration 1: 30 -5.00 true']);
    expect(stderr).toBe(
      'warning: stdin: several prices of .af registration for 1 year; the last one counts\n',
    );
  });

  it.each([
    [
      'tld,price\naf,1.234\n',
      "line 2: '1.234' cannot be read as 'price'",
      'write an amount such as 1234.50',
    ],
    [
      'tld,price\n\naf,free\n',
      "line 3: 'free' cannot be read as 'price'",
      'write an amount such as 1234.50',
    ],
    [
      'tld,price\nno tld,35\n',
      "line 2: 'no tld' cannot be read as 'tld'",
      'write a tld, such as .af or .com.af',
    ],
    [
      'tld,years,price\naf,some,35\n',
      "line 2: 'some' cannot be read as 'years'",
      'write whole years, such as 1',
    ],
  ])('is refused with its line: %j', async (stdin, error, hint) => {
    expect(await dotaf(['prices', 'compare', '-'], { stdin })).toEqual({
      stdout: '',
      stderr: `error: stdin, ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  });
});
