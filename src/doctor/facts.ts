import { isObject } from '../core/json.ts';
import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Step } from '../local-kinds.ts';
import { valueAt } from '../output/fields.ts';

export interface ReadFacts {
  rows: readonly { extra?: object }[];
  needed: readonly string[];
  /** Facts of which the service may have nothing to say. */
  optional: readonly string[];
  /** The key that each fact was read from. */
  sources: Readonly<Record<string, string>>;
  /** The line that shows the answer. */
  next: string;
}

/**
 * Shows the key that each fact of an answer was read from, and which other keys came; never their
 * values. @throws Failure `unexpected_response` if no fact was found
 */
export function factsFinding(read: ReadFacts): string | Omit<Step, 'step'> {
  const { rows, needed, optional, sources, next } = read;
  if (rows.length === 0) return 'the list is empty';
  const facts = [...needed, ...optional];
  const known = facts.filter((fact) => countOf(fact, rows) > 0);
  const unread = facts.filter((fact) => countOf(fact, rows) === 0);
  const found = [
    said(rows.length === 1 ? 'read' : `read from ${rows.length} items`, known.map(textOf(read))),
    said(
      'without a value',
      unread.filter((fact) => fact in sources),
    ),
    said(
      'not found',
      unread.filter((fact) => !(fact in sources)),
    ),
    said('other keys', otherKeys(read)),
  ].filter((part) => part !== '');
  const text = found.join('; ');
  if (known.length === 0) throw new Failure('unexpected_response', text, { hint: next });
  const isWhole = needed.every((fact) => countOf(fact, rows) === rows.length);
  return isWhole ? text : { result: 'warning', found: text, next };
}

function said(title: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${title}: ${excerpt(names.join(', '))}`;
}

/** As `expiry from paid_till (in 1 of 2)`. */
function textOf({ rows, sources }: ReadFacts): (fact: string) => string {
  return (fact) => {
    const key = sources[fact] ?? fact;
    const from = key === fact ? '' : ` from ${excerpt(key, 40)}`;
    const count = countOf(fact, rows);
    const share = count < rows.length ? ` (in ${count} of ${rows.length})` : '';
    return fact + from + share;
  };
}

function countOf(fact: string, rows: ReadFacts['rows']): number {
  return rows.filter((row) => (valueAt(row, fact) ?? null) !== null).length;
}

function otherKeys({ rows, sources }: ReadFacts): string[] {
  const used = Object.values(sources);
  const keys = rows.flatMap(({ extra = {} }) => keysIn(extra));
  return [...new Set(keys)].filter((key) => !used.includes(key));
}

function keysIn(object: object, path = ''): string[] {
  return Object.entries(object).flatMap(([key, value]) =>
    isObject(value) ? keysIn(value, `${path}${key}.`) : [path + key],
  );
}
