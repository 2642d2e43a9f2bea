import type { Command, OptionValues } from '@commander-js/extra-typings';
import { everyPart, listOption, valueOption } from '../cli/options.ts';
import { parseYears } from '../core/periods.ts';
import {
  Exchange,
  type Markup,
  type PerhapsCost,
  parseExchangeRate,
  parseMargin,
  parseMarkup,
  parseRounding,
  type Retail,
  type RetailTerms,
  retailOf,
} from '../core/retail.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { counted } from '../core/text.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';

/** All four actions and one year, unless something else is typed. */
export interface PriceChoice {
  action?: Action[];
  years?: number[];
}

export const retailNeeds = {
  '--round': ['--markup', '--margin'],
  '--rate': ['--markup', '--margin'],
};

export function addPriceChoice<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  const action = listOption(
    '--action <actions>',
    `comma-separated: ${actions.join(', ')} (default: all four)`,
    (text) => everyPart(text, parseAction),
    `one or more of ${actions.join(', ')}, separated by commas`,
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

export function addRetailOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      valueOption(
        '--markup <25|+5.00>',
        'adds 25 (percent) or +5.00 (an amount) to the cost',
        parseMarkup,
        '25 adds 25 percent, 0.5% half a percent, +5.00 an amount',
      ).conflicts('margin'),
    )
    .addOption(
      valueOption(
        '--margin <percent>',
        'retail price that leaves a 20% margin',
        parseMargin,
        'a percentage of the retail price, 0 to less than 100, such as 20%',
      ),
    )
    .addOption(
      valueOption(
        '--round <step>',
        'round the retail price up to a multiple of 5, or to end in .99',
        parseRounding,
        'a step over 0, such as 5 or 0.50, or an ending, .99',
      ),
    )
    .addOption(rateOption());
}

export function rateOption() {
  return valueOption(
    '--rate <currency=rate>',
    'retail in another currency, at your rate: AFN=71.5',
    parseExchangeRate,
    'a currency and a rate over 0: AFN=71.5',
  );
}

export function retailTerms(options: Partial<RetailTerms> & { margin?: Markup }) {
  const { markup = options.margin, round, rate } = options;
  return markup && { markup, round, rate };
}

export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailTerms,
  costOf: (value: Value) => PerhapsCost,
  output: Output,
): AsyncGenerator<Row<Value & Retail>> {
  const { rate } = terms;
  const exchange = new Exchange(rate);
  let unconverted = 0;
  for await (const row of rows) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const known = costOf(row.value);
    const unit = rate?.currency ?? known.currency;
    const cost = exchange.converted(known, unit);
    if (cost === null && known.amount !== null) unconverted += 1;
    const none = { retail: null, margin: null, retail_currency: unit };
    const retail = cost ? retailOf(cost, terms) : none;
    yield { ...row, value: { ...row.value, ...retail } };
  }
  if (unconverted === 0) return;
  const costs = counted(unconverted, 'cost');
  await output.warning(
    `--rate converts one currency: no retail price for ${costs} in another or none`,
  );
}
