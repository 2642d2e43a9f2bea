import { noteCell, type PriceName, priceColumn } from '../output/cells.ts';
import { plainText, valueAt } from '../output/fields.ts';
import { rowRecord } from '../output/row.ts';
import type { RowsView } from '../output/views.ts';
import { priceCellColumns } from './price-cells.ts';
import type { PricedQuote } from './retail-quotes.ts';

const prices: readonly PriceName[] = ['amount', 'retail', 'margin'];

/** A row for each price; on a terminal a table for each tld. */
export function priceView(shows: {
  retail: boolean;
  margin: boolean;
}): Omit<RowsView<PricedQuote>, 'fields'> {
  const names = prices.filter((name) => name === 'amount' || shows[name]);
  return {
    columns: [
      ...priceCellColumns,
      { ...priceColumn<PricedQuote>('amount', 'PRICE', 'strong'), rank: 2 },
      ...(shows.retail ? [{ ...priceColumn<PricedQuote>('retail', 'RETAIL'), rank: 3 }] : []),
      ...(shows.margin ? [{ ...priceColumn<PricedQuote>('margin', 'MARGIN'), rank: 4 }] : []),
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
    blocks: {
      keyOf: (row) => plainText(valueAt(rowRecord(row), 'tld')),
      async text(rows, style) {
        const { priceBlock } = await import('./price-blocks.ts');
        return priceBlock(rows, names, style);
      },
    },
  };
}
