import { askedCell, noteCell, type PriceName, priceColumn } from '../output/cells.ts';
import type { RowsView } from '../output/views.ts';
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
      { name: 'tld', title: 'TLD', width: 7, cell: askedCell('tld') },
      { name: 'action', title: 'ACTION', width: 12, cell: askedCell('action') },
      { name: 'years', title: 'YEARS', align: 'right', cell: askedCell('years') },
      priceColumn('amount', 'PRICE', 'strong'),
      ...(shows.retail ? [priceColumn('retail', 'RETAIL')] : []),
      ...(shows.margin ? [priceColumn('margin', 'MARGIN')] : []),
      { name: 'note', title: '', cell: noteCell, isWhole: true },
    ],
    blocks: {
      keyOf: (row) => askedCell('tld')(row).text,
      async text(rows, style) {
        const { priceBlock } = await import('./price-blocks.ts');
        return priceBlock(rows, names, style);
      },
    },
  };
}
