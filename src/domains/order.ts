import { jsonText } from '../core/json.ts';
import { compare, isDecimal } from '../core/money.ts';
import { Failure } from '../errors.ts';
import { fieldHint, valueAt } from '../output/fields.ts';
import { domainFields } from './list.ts';

export interface SortOrder {
  field: string;
  isDescending: boolean;
}

export const soonestFirst: SortOrder = { field: 'expiry', isDescending: false };

const sortFields = [...domainFields, 'days'];

/** Completion offers these for `--sort`. */
export const sortWords = [...sortFields, ...sortFields.map((field) => `-${field}`)];

/** Reads `expiry`, `-days` or `extra.registrar.id`. @throws Failure `usage` */
export function parseSort(text: string): SortOrder {
  const field = text.trim().replace(/^-/, '');
  const isKnown = sortFields.some((known) => known === field) || /^extra\../.test(field);
  if (isKnown) return { field, isDescending: text.trim().startsWith('-') };
  throw new Failure('usage', `--sort cannot be '${text}'`, {
    hint: `${fieldHint(field, sortFields, 'the fields are')}; -expiry begins with the latest`,
  });
}

/** The fact that a field is derived from. */
export function factOf(field: string): string {
  return field === 'days' ? 'expiry' : field;
}

/** Unknown values come last in both directions, and equal ones are in the order of names. */
export function sorted<Item extends { domain: string | null }>(
  items: readonly Item[],
  { field, isDescending }: SortOrder,
): Item[] {
  const fact = factOf(field);
  const textOf = (item: Item) => {
    const value = valueAt(item, fact) ?? null;
    return value === null ? undefined : jsonText(value);
  };
  return items.toSorted((left, right) => {
    const [one, other] = [textOf(left), textOf(right)];
    const byName = compareText(left.domain ?? '\uffff', right.domain ?? '\uffff');
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined) || byName;
    }
    return compareValues(one, other) * (isDescending ? -1 : 1) || byName;
  });
}

function compareValues(left: string, right: string): number {
  return isDecimal(left) && isDecimal(right) ? compare(left, right) : compareText(left, right);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
