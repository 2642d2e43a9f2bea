import type { Command, OptionValues } from '@commander-js/extra-typings';
import { everyPart, listOption } from '../cli/options.ts';
import { guessOf } from '../core/closest.ts';
import { parseYears } from '../core/periods.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';

export interface PriceChoice {
  action: Action[];
  years: number[];
}

/** Compared by identity: the same actions, once typed, are another list. */
export const everyAction = [...actions];

export const oneYear = [1];

export function addPriceChoice<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const action = listOption(
    '--action <actions>',
    `comma-separated: ${actions.join(', ')}`,
    (text) => everyPart(text, parseAction),
    actionHint,
    actions,
  );
  const years = listOption(
    '--years <periods>',
    'periods: 1, 1-5 or 1,2,5',
    parseYears,
    'whole years, 1 or more: 1, a range 1-5, or a list 1,2,5',
  );
  return command
    .addOption(action.default(everyAction, 'all four'))
    .addOption(years.default(oneYear, '1'));
}

function actionHint(text: string): string {
  const unknown = text.split(',').find((part) => parseAction(part) === undefined) ?? '';
  return `${guessOf(unknown, actions)}one or more of ${actions.join(', ')}, separated by commas`;
}
