import { exits } from '../../errors.ts';
import type { Page } from '../page.ts';

export function exitCodesPage(): Page {
  return {
    name: 'dotaf help exit-codes',
    summary: 'what the exit code of a command says',
    sections: [
      {
        title: 'Exit codes',
        blocks: [
          {
            items: exits.map(
              ([code, errors, meaning]) =>
                [
                  String(code),
                  `${meaning}${errors.length > 0 ? ` [${errors.join(', ')}]` : ''}`,
                ] as const,
            ),
          },
        ],
      },
      {
        title: 'Reading them',
        blocks: [
          'In brackets is the code of the error that --json prints on stderr. Decide by the exit code or by that code, never by the text of a message.',
          '0, 1 and 9 come with an answer on stdout; the others with none, except rows that were printed before, and the text of dotaf metrics. Several things asked that all fail alike end with the code of that failure.',
        ],
      },
      {
        title: 'Examples',
        blocks: [
          {
            lines: [
              [
                'dotaf balance --min 50 -q || echo "code $?"',
                '1 is a low balance, any other code a failure',
              ],
              [
                'dotaf check shop.af --expect available -q > /dev/null; echo $?',
                '0 is free, 1 is not free, any other code is not known',
              ],
            ],
          },
        ],
      },
      {
        title: 'See also',
        isOutOfManual: true,
        isInline: true,
        blocks: ['dotaf help scripting, dotaf doctor'],
      },
    ],
  };
}
