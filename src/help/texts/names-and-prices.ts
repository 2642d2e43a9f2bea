import type { CommandHelp } from '../command-help.ts';

export const namesAndPrices: Readonly<Record<string, CommandHelp>> = {
  check: {
    description:
      'Names are tidied before they cost a request: scheme, path, case and duplicates go, and a bare label gets .af. The answer is available, taken or unknown; a failed check is never available or taken. A list is text, CSV or JSON lines. It may hold ten names or a million, and waits for the rate limit by itself.',
    examples: [
      ['dotaf check kabul.af herat', 'two names; the second is completed to herat.af'],
      [
        'dotaf check --file names.txt --only available --csv',
        'the available names of a file, for a spreadsheet',
      ],
      [
        'dotaf check --file names.txt --out answers.jsonl --resume',
        'a long list: keep each answer, and continue where the last run stopped',
      ],
      [
        'dotaf check shop.af --expect available -q && echo "shop.af is free"',
        'a condition in a script',
      ],
    ],
    exitCodes: { 1: 'a name is not as --expect says', 9: undefined },
    related: ['quote', 'domains ls', 'help scripting'],
    reachesService: true,
    isReadOnly: true,
    writesWith: ['--out'],
  },
  quote: {
    description:
      'Without a tld it shows .af, and without --action all four actions. --markup makes a retail price of your cost. --changes tells what differs from the last look, and --against sets your own price list beside the cost.',
    examples: [
      ['dotaf quote .af com.af net.af', 'what you pay under three tlds'],
      ['dotaf quote com.af --action renewal --years 1-5', 'renewals over one to five years'],
      [
        'dotaf quote --markup 20 --round .99 --margin',
        'what to charge: 20 % more, up to the next .99, and what is left',
      ],
      [
        'dotaf quote --markup +5.00 --rate AFN=71.5 --round 50',
        'the same in afghanis, at a rate that you give',
      ],
      [
        'dotaf quote --against retail.csv --expect profit',
        'exit with 1 when your list sells something below cost',
      ],
    ],
    exitCodes: {
      1: 'a price differs (--expect none), or one is below cost (--expect profit)',
      9: undefined,
    },
    related: ['check', 'forecast', 'help json'],
    reachesService: true,
    isReadOnly: true,
    writesWith: ['--changes'],
  },
};
