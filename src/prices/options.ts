import type { Command, OptionValues } from '@commander-js/extra-typings';
import { actionList, listOption, parsed, yearRange } from '../cli/options.ts';
import {
  type Markup,
  parseExchangeRate,
  parseMargin,
  parseMarkup,
  parseRounding,
  type RetailTerms,
} from '../core/retail.ts';
import { type Action, actions } from '../core/service-words.ts';

/** Which prices are meant. */
export interface PriceChoice {
  action: Action[];
  years: number[];
}

/** The defaults; the same, once typed, are other lists. */
export const everyAction = [...actions];

export const oneYear = [1];

export const retailExcludes = { '--markup': ['--margin'] };

export const retailNeeds = {
  '--round': ['--markup', '--margin'],
  '--rate': ['--markup', '--margin'],
};

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

/** Declares what makes a retail price of a cost. */
export function addRetailOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const markup = 'a percentage above -100, 20 or 20%, or an amount, +5.00';
  const margin = 'a percentage of the retail price, 0 to less than 100, such as 20%';
  const round = 'a step over 0, such as 5 or 0.50, or an ending, .99';
  const rate = 'a currency and a rate over 0: AFN=71.5';
  return command
    .option(
      '--markup <markup>',
      'add the retail price: the cost and 20% or +5.00',
      parsed('--markup', parseMarkup, markup),
    )
    .option(
      '--margin <percent>',
      'add a retail price of which 20% is left',
      parsed('--margin', parseMargin, margin),
    )
    .option(
      '--round <step>',
      'round it up to a multiple of 5, or to an ending .99',
      parsed('--round', parseRounding, round),
    )
    .option(
      '--rate <currency=rate>',
      'show it in another currency, such as AFN=71.5',
      parsed('--rate', parseExchangeRate, rate),
    );
}

/** Undefined where no retail price was asked for. */
export function retailTerms(options: Partial<RetailTerms> & { margin?: Markup }) {
  const { markup = options.margin, round, rate } = options;
  return markup && { markup, round, rate };
}
