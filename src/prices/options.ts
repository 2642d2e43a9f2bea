import type { Command, OptionValues } from '@commander-js/extra-typings';
import { everyPart, listOption } from '../cli/options.ts';
import { parseYears } from '../core/periods.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { guessOf } from '../core/text.ts';

/** All four actions and one year, unless something else is typed. */
export interface PriceChoice {
  action?: Action[];
  years?: number[];
}

export function addPriceChoice<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const action = listOption(
    '--action <actions>',
    `comma-separated: ${actions.join(', ')} (default: all four)`,
    (text) => everyPart(text, parseAction),
    actionHint,
    actions,
  );
  const years = listOption(
    '--years <periods>',
    'periods: 1, 1-5 or 1,2,5 (default: 1)',
    parseYears,
    'whole years, 1 or more: 1, a range 1-5, or a list 1,2,5',
  );
  return command.addOption(action).addOption(years);
}

function actionHint(text: string): string {
  const unknown = text.split(',').find((part) => parseAction(part) === undefined) ?? '';
  return `${guessOf(unknown, actions)}one or more of ${actions.join(', ')}, separated by commas`;
}
