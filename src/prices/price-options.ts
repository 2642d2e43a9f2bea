import type { Command, OptionValues } from '@commander-js/extra-typings';
import { actionList, listOption, yearRange } from '../cli/options.ts';
import { actions } from '../core/service-words.ts';

/** The defaults; the same, once typed, are other lists. */
export const everyAction = [...actions];

export const oneYear = [1];

/** Declares which prices are meant. */
export function addPriceChoice<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      listOption(
        '--action <actions>',
        `comma-separated: ${actions.join(', ')}`,
        actionList('--action'),
      ).default(everyAction, 'all four'),
    )
    .addOption(
      listOption('--years <periods>', 'periods: 1, 1-5 or 1,2,5', yearRange('--years')).default(
        oneYear,
        '1',
      ),
    );
}
