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

type PerhapsCost = { [key in keyof Cost]: Cost[key] | null };

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

/** @returns undefined where no retail price was asked for */
export function retailTerms(options: Partial<RetailTerms> & { margin?: Markup }) {
  const { markup = options.margin, round, rate } = options;
  return markup && { markup, round, rate };
}

export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailTerms,
  costOf: (value: Value) => PerhapsCost,
  output: Pick<Output, 'warning'>,
): AsyncGenerator<Row<Value & Retail>> {
  const prices = new RetailPrices(terms);
  for await (const row of rows) {
    if ('failure' in row) yield row;
    else yield { ...row, value: { ...row.value, ...prices.of(costOf(row.value)) } };
  }
  if (prices.warning !== undefined) await output.warning(prices.warning);
}

/** A rate is for one currency of the cost, the first that is not its own. */
class RetailPrices {
  readonly #terms: RetailTerms;
  #from: string | null = null;
  #unconverted = 0;

  constructor(terms: RetailTerms) {
    this.#terms = terms;
  }

  of({ amount, currency }: PerhapsCost): Retail {
    const { rate } = this.#terms;
    const none = { retail: null, margin: null, retail_currency: rate?.currency ?? currency };
    if (amount === null) return none;
    if (rate !== undefined && currency !== rate.currency) {
      this.#from ??= currency;
      if (currency === null || currency !== this.#from) {
        this.#unconverted += 1;
        return none;
      }
    }
    return retailOf({ amount, currency }, this.#terms);
  }

  get warning(): string | undefined {
    if (this.#unconverted === 0) return undefined;
    const costs = counted(this.#unconverted, 'cost');
    return `--rate converts one currency: no retail price for ${costs} in another or none`;
  }
}
