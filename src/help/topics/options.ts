import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { optionItem } from '../command-page.ts';
import type { Item, Page } from '../page.ts';

export function optionsPage(program: CommandUnknownOpts): Page {
  const groups = new Map<string, Item[]>();
  for (const option of program.options) {
    const title = option.helpGroupHeading?.replace(/:$/, '') ?? 'Help';
    groups.set(title, [...(groups.get(title) ?? []), optionItem(option)]);
  }
  return {
    name: 'dotaf help options',
    summary: 'the options of every command',
    sections: [
      {
        blocks: [
          'They stand before or after the command. An option that takes a list may be given several times, which adds up.',
        ],
      },
      ...[...groups].map(([title, items]) => ({ title, blocks: [{ items }] })),
      {
        title: 'Examples',
        blocks: [
          {
            lines: [
              ['dotaf domains ls --csv --fields domain,expiry', 'two columns for a spreadsheet'],
              [
                "dotaf check hello.af kite.af --jq 'select(.available) | .domain'",
                'the names that are free',
              ],
              ['dotaf --profile shop balance', 'another account; --profile all asks every one'],
            ],
          },
        ],
      },
      {
        title: 'See also',
        isOutOfManual: true,
        isInline: true,
        blocks: ['dotaf help environment, dotaf help json'],
      },
    ],
  };
}
