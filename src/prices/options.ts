import type { Command, OptionValues } from '@commander-js/extra-typings';
import { actionList, listOption, yearRange } from '../cli/options.ts';
import { type Action, actions } from '../core/service-words.ts';

export interface PriceChoice {
  action: Action[];
  years: number[];
}

/** The defaults; the same, once typed, are other lists. */
export const everyAction = [...actions];

export const oneYear = [1];

export function addPriceChoice<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const action = listOption(
    '--action <actions>',
    `comma-separated: ${actions.join(', ')}`,
    actionList('--action'),
  );
  const years = listOption('--years <periods>', 'periods: 1, 1-5 or 1,2,5', yearRange('--years'));
  return command
    .addOption(action.default(everyAction, 'all four'))
    .addOption(years.default(oneYear, '1'));
}
