import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { programHelp } from '../help/pages.ts';

const allOptions = [
  ...programHelp.json.options.map((option) => ({ ...option, command: '' })),
  ...programHelp.all.flatMap(({ path: command, options }) =>
    options.map((option) => ({ ...option, command })),
  ),
];

const valueOptions = allOptions.filter(({ value }) => value !== null);

const transcriptsFolder = path.join(import.meta.dirname, '../golden/transcripts');

const transcripts = readdirSync(transcriptsFolder).map((name) =>
  readFileSync(path.join(transcriptsFolder, name), 'utf8'),
);

// `sandbox --fail` starts a server, which a transcript cannot do.
it.each(valueOptions.filter(({ command, list }) => list && command !== 'sandbox'))(
  'a transcript covers repeating $command $name',
  ({ command, name }) => {
    const pattern = new RegExp(`^\\$ .*dotaf ${command}.* ${name} .* ${name} `, 'm');
    expect(transcripts.some((text) => pattern.test(text))).toBe(true);
  },
);

it('every option that documents a list accepts a list', () => {
  const documentedLists = valueOptions.filter(
    ({ list, description }) => !list && /comma-|commas|repeatable|these fields/.test(description),
  );
  expect(documentedLists.map(({ name }) => name)).toEqual([]);
});
