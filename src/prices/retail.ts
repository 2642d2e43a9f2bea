import { type Cost, type Retail, type RetailTerms, retailOf } from '../core/retail.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';

/**
 * Sets a retail price beside each cost. A rate is for one currency of the cost, the first that is
 * not its own; costs in another one have no retail price, with a warning.
 */
export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailTerms,
  costOf: (value: Value) => { [key in keyof Cost]: Cost[key] | null },
  output: Pick<Output, 'warning'>,
): AsyncGenerator<Row<Value & Retail>> {
  const { rate } = terms;
  let converted: string | null = null;
  let without = 0;
  for await (const row of rows) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const { amount, currency } = costOf(row.value);
    if (currency !== rate?.currency) converted ??= currency;
    const isKnown =
      rate === undefined || (currency !== null && [rate.currency, converted].includes(currency));
    if (amount !== null && !isKnown) without += 1;
    const retail =
      amount !== null && isKnown
        ? retailOf({ amount, currency }, terms)
        : { retail: null, margin: null, retail_currency: rate?.currency ?? currency };
    yield { ...row, value: { ...row.value, ...retail } };
  }
  if (without === 0) return;
  const from = converted === null ? '' : ` from ${converted}`;
  await output.warning(
    `--rate converts${from}: ${without === 1 ? '1 cost has' : `${without} costs have`} another or no currency, and no retail price`,
  );
}
