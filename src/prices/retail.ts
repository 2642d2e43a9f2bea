import { type NoticeQueue, warning } from '../core/notices.ts';
import {
  CurrencyConverter,
  computeRetailPrice,
  type NullableCost,
  type RetailPrice,
  type RetailRules,
} from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import type { Row } from '../output/row.ts';

/** Adds the retail price to each row. */
export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailRules,
  costOf: (value: Value) => NullableCost,
  notices: NoticeQueue,
): AsyncGenerator<Row<Value & RetailPrice>> {
  const { rate } = terms;
  const exchange = new CurrencyConverter(rate);
  let unconverted = 0;
  for await (const row of rows) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const known = costOf(row.value);
    const unit = rate?.currency ?? known.currency;
    const cost = exchange.convert(known, unit);
    if (cost === null && known.amount !== null) unconverted += 1;
    const none = { retail: null, margin: null, retail_currency: unit };
    const retail = cost ? computeRetailPrice(cost, terms) : none;
    yield { ...row, value: { ...row.value, ...retail } };
  }
  if (unconverted === 0) return;
  const costs = pluralize(unconverted, 'cost');
  notices.add(
    warning(`--rate converts one currency: no retail price for ${costs} in another or none`),
  );
}
