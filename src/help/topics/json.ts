import type { Described } from '../describe.ts';
import type { Page } from '../page.ts';

export async function jsonPage(all: readonly Described[]): Promise<Page> {
  const { keysText } = await import('../../json-schemas/schema-text.ts');
  const keys = all.flatMap(({ path, fields }) => {
    const text = fields.length > 0 ? keysText(path) : undefined;
    return text === undefined ? [] : [[path, text] as const];
  });
  return {
    name: 'dotaf help json',
    summary: 'what --json prints',
    sections: [
      {
        title: 'Shape',
        blocks: [
          'One object a line for each thing asked (check, quote and domains show: always one a line, however many), one object for what there is one of, and one array for a list, [] when it is empty. UTF-8, one line each.',
          'With --profile all: one object a line for each account, profile first.',
        ],
      },
      {
        title: 'Values',
        blocks: [
          {
            items: [
              ['null', 'the service did not say; a key itself is always there'],
              ['money', 'decimal text such as "44.40", never a floating-point number'],
              ['date', 'text, YYYY-MM-DD, in UTC'],
              ['extra', 'an object with what the service said beyond these keys; may be absent'],
              [
                'available',
                'true or false; null where the status speaks of a failure or of a delay',
              ],
              ['status', 'the word of the service; decide by available, and not by this'],
            ],
          },
        ],
      },
      {
        title: 'Keys',
        blocks: [
          'A key is a text where nothing else is said. Those in [] come with an option.',
          { items: keys },
        ],
      },
      {
        title: 'Failures',
        blocks: [
          'Of several things asked, one that failed is a line with what was asked and error: code, message, api_code, status. A name that failed has no available.',
          `A failed command prints nothing on stdout and one line on stderr: {"error": {${keysText('')}}}`,
        ],
      },
      {
        title: 'Examples',
        blocks: [
          {
            lines: [
              ['dotaf check hello.af kabul.af --json'],
              ["dotaf check hello.af kite.af --jq 'select(.available) | .domain'"],
              ['dotaf domains ls --fields domain,expiry --json'],
              [
                'dotaf balance --json-schema',
                'the JSON Schema of a line; dotaf --json-schema: of an error',
              ],
            ],
          },
        ],
      },
      {
        title: 'See also',
        isOutOfManual: true,
        isInline: true,
        blocks: ['dotaf help scripting, dotaf help exit-codes'],
      },
    ],
  };
}
