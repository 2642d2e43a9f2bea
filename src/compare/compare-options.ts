import type { Command, OptionValues } from '@commander-js/extra-typings';
import { choiceOption, listOption, parsed } from '../cli/options.ts';

/** One `--map`: the column under this heading holds this field. */
export interface MappedHeading {
  heading: string;
  field: string;
}

export const comparisonNeeds = {
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
    .addOption(mapOption())
    .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none']));
}

/** Declares what compares prices with a look or with a file. */
export function addPriceComparison<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option('--changes', 'show changes since the last run')
    .option('--against <file>', 'compare with the prices in a CSV file; - is stdin')
    .addOption(mapOption())
    .addOption(
      choiceOption('--expect <state>', 'exit 1 if a price differs, or if one is below cost', [
        'none',
        'profit',
      ]),
    );
}

function mapOption() {
  const hint = "the heading of a column and a field, such as --map 'Next Due Date=expiry'";
  const parse = parsed('--map', parseMapped, hint);
  const description = 'what a column of the file holds; - ignores it';
  return listOption('--map <heading=field>', description, (text) => [parse(text)]);
}

function parseMapped(text: string): MappedHeading | undefined {
  const at = text.lastIndexOf('=');
  const heading = text.slice(0, Math.max(at, 0)).trim();
  const field = text.slice(at + 1);
  return heading !== '' && field.trim() !== ''
    ? { heading, field: field.trim().toLowerCase() }
    : undefined;
}
