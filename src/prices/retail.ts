import type { Command, OptionValues } from '@commander-js/extra-typings';
import { valueOption } from '../cli/options.ts';
import { counted } from '../core/durations.ts';
import {
  type Cost,
  type Markup,
  parseExchangeRate,
  parseMargin,
  parseMarkup,
  parseRounding,
  type Retail,
  type RetailTerms,
  retailOf,
} from '../core/retail.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';

export const retailNeeds = {
  '--round': ['--markup', '--margin'],
  '--rate': ['--markup', '--margin'],
};

export function addRetailOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      valueOption(
        '--markup <markup>',
        'retail price: cost plus 20%, or plus 5.00',
        parseMarkup,
        'a percentage above -100, 20 or 20%, or an amount, +5.00',
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
    .addOption(
      valueOption(
        '--rate <currency=rate>',
        'convert it at your own rate: AFN=71.5',
        parseExchangeRate,
        'a currency and a rate over 0: AFN=71.5',
      ),
    );
}

/** Undefined where no retail price was asked for. */
export function retailTerms(options: Partial<RetailTerms> & { margin?: Markup }) {
  const { markup = options.margin, round, rate } = options;
  return markup && { markup, round, rate };
}

/** A rate is for one currency of the cost, the first that is not its own. */
export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailTerms,
  costOf: (value: Value) => { [key in keyof Cost]: Cost[key] | null },
  output: Pick<Output, 'warning'>,
): AsyncGenerator<Row<Value & Retail>> {
  const { rate } = terms;
  let from: string | null = null;
  let [priced, without] = [0, 0];
  for await (const row of rows) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const { amount, currency } = costOf(row.value);
    if (currency !== rate?.currency) from ??= currency;
    const isKnown =
      rate === undefined || (currency !== null && [rate.currency, from].includes(currency));
    let retail: Retail = {
      retail: null,
      margin: null,
      retail_currency: rate?.currency ?? currency,
    };
    if (amount !== null) {
      priced += 1;
      if (isKnown) retail = retailOf({ amount, currency }, terms);
      else without += 1;
    }
    yield { ...row, value: { ...row.value, ...retail } };
  }
  if (rate === undefined || priced === 0) return;
  if (from === null) {
    await output.warning('--rate converts no cost: none is known to be in another currency');
  } else if (without > 0) {
    const costs = counted(without, 'cost');
    await output.warning(
      `--rate converts from ${from}: no retail price for ${costs} in another or no currency`,
    );
  }
}
