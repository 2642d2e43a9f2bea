import { type NoticeQueue, warning } from '../core/notices.ts';
import {
  Exchange,
  type PerhapsCost,
  type Retail,
  type RetailTerms,
  retailOf,
} from '../core/retail.ts';
import { counted } from '../core/text.ts';
import type { Row } from '../output/row.ts';

/** Adds the retail price to each row. */
export async function* withRetail<Value extends object>(
  rows: AsyncIterable<Row<Value>>,
  terms: RetailTerms,
  costOf: (value: Value) => PerhapsCost,
  notices: NoticeQueue,
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
  notices.add(
    warning(`--rate converts one currency: no retail price for ${costs} in another or none`),
  );
}
