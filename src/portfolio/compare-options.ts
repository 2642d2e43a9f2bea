import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { choiceOption, listOption, parsed } from '../cli/options.ts';
import { addSpan, type Day, parseSpan, readDay, type Span } from '../core/dates.ts';

/** One `--map`: the column under this heading holds this field. */
export interface MappedHeading {
  heading: string;
  field: string;
}

/** A day, or a time before today. */
export type Since = Day | Span;

export const comparisonNeeds = {
  '--since': ['--changes'],
  '--map': ['--against'],
  '--expect': ['--changes', '--against'],
};

/** Declares what compares domains with a look or with a file. */
export function addDomainComparison<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option('--changes', 'show changes since the last run')
    .option('--against <file>', 'compare with a CSV file; - is stdin')
    .addOption(sinceOption())
    .addOption(mapOption())
    .addOption(choiceOption('--only <kind>', 'show only these differences', ['missing', 'differs']))
    .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none']));
}

/** Declares what compares prices with a look or with a file. */
export function addPriceComparison<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option('--changes', 'show changes since the last run')
    .addOption(sinceOption())
    .option('--against <file>', 'compare with the prices in a CSV file; - is stdin')
    .addOption(mapOption())
    .addOption(
      choiceOption('--expect <state>', 'exit 1 if a price differs, or if one is below cost', [
        'none',
        'profit',
      ]),
    );
}

function sinceOption() {
  const hint = 'yesterday, a day such as 2026-11-01, or a time such as 7d, 4w or 3m';
  return new Option(
    '--since <when>',
    'compare with an older look: yesterday, 7d, 2026-11-01',
  ).argParser<Since>(parsed('--since', parseSince, hint));
}

function mapOption() {
  const hint = "the heading of a column and a field, such as --map 'Next Due Date=expiry'";
  const parse = parsed('--map', parseMapped, hint);
  const description = 'what a column of the file holds; - ignores it';
  return listOption('--map <heading=field>', description, (text) => [parse(text)]);
}

/** The last day on which a look is old enough. */
export function lastDayOf(since: Since, today: Day): Day {
  if (typeof since === 'string') return since;
  return addSpan(today, { days: -since.days, months: -since.months });
}

function parseSince(text: string): Since | undefined {
  if (text.trim().toLowerCase() === 'yesterday') return { days: 1, months: 0 };
  return parseSpan(text) ?? (/^\d{4}-/.test(text.trim()) ? readDay(text) : undefined);
}

function parseMapped(text: string): MappedHeading | undefined {
  const at = text.lastIndexOf('=');
  const [heading, field] = [
    text.slice(0, at).trim(),
    text
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  ];
  return at > 0 && heading !== '' && field !== '' ? { heading, field } : undefined;
}
