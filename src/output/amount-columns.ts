import type { FieldType } from './field-list.ts';
import { getFieldValue } from './field-paths.ts';

/** A column of CSV or a workbook. */
export interface OutputColumn {
  /** Path of the value in a record; also the heading. */
  name: string;
  type: FieldType | undefined;
}

interface CurrencyAmount {
  amount: string;
  currency: string | null;
}

/** Splits each column of amounts into one per currency, such as `sum AFN` and `sum USD`. */
export function splitAmountColumns(columns: readonly OutputColumn[], records: readonly object[]) {
  const amountColumns = columns.filter(({ type }) => type === 'amounts');
  const flatten = (record: object): object => {
    const amounts = amountColumns.flatMap(({ name }) =>
      readAmounts(record, name).map(({ amount, currency }) => [toName(name, currency), amount]),
    );
    const unsplit = amountColumns.map(({ name }) => [name, null]);
    return { ...record, ...Object.fromEntries([...unsplit, ...amounts]) };
  };
  const splitColumns = columns.flatMap((column): OutputColumn | OutputColumn[] => {
    if (column.type !== 'amounts') return column;
    const { name } = column;
    const amounts = records.flatMap((record) => readAmounts(record, name));
    const names = new Set(amounts.map(({ currency }) => toName(name, currency)).sort());
    // Keep a column without amounts, so that the columns of an empty list are known.
    if (names.size === 0) names.add(name);
    return [...names].map((splitName) => ({ name: splitName, type: 'money' }));
  });
  return { columns: splitColumns, flatten };
}

function readAmounts(record: object, name: string): CurrencyAmount[] {
  const value = getFieldValue(record, name);
  return Array.isArray(value) ? value : [];
}

function toName(name: string, currency: string | null) {
  return currency === null ? name : `${name} ${currency}`;
}
