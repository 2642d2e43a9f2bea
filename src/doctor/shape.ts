import { excerpt } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { extraPairs } from '../output/cells.ts';
import { valueAt } from '../output/fields.ts';
import { type Finding, ok, warning } from './step.ts';

interface Shape {
  /** What `dotaf api` shows the whole answer by. */
  path: string;
  rows: readonly { extra?: object }[];
  facts: readonly string[];
  /** The service may have nothing to say about these. */
  optional: readonly string[];
  about?: string;
}

const mostKeys = 12;

/**
 * Tells which facts of an answer were understood, and which other keys came; never their values. A
 * fact is missed if it must be there, or may be under one of those keys.
 *
 * @throws Failure `unexpected_response` if no fact was understood
 */
export function findShape({ path, rows, facts, optional, about }: Shape): Finding {
  const known = facts.map((fact) => {
    const count = rows.filter((row) => (valueAt(row, fact) ?? null) !== null).length;
    return { fact, count, isWhole: count === rows.length };
  });
  const keys = [...new Set(rows.flatMap(({ extra }) => extraPairs(extra).map(([key]) => key)))];
  const understood = known.filter(({ count }) => count > 0);
  const missing = known.filter(({ count }) => count === 0).map(({ fact }) => fact);
  const share = ({ fact, count, isWhole }: (typeof known)[number]) =>
    isWhole ? fact : `${fact} (${count} of ${rows.length})`;
  const found = [
    ...(about === undefined ? [] : [about]),
    ...(understood.length > 0 ? [`understood: ${understood.map(share).join(', ')}`] : []),
    ...(missing.length > 0 ? [`no value found: ${missing.join(', ')}`] : []),
    ...(keys.length > 0 ? [`other keys: ${listed(keys)}`] : []),
  ].join('; ');
  const next = `dotaf api ${path} shows the answer; dotaf doctor --report is for support`;
  if (understood.length === 0) throw new Failure('unexpected_response', found, { hint: next });
  const isMissed = ({ fact, isWhole }: (typeof known)[number]) =>
    !isWhole && (!optional.includes(fact) || keys.length > 0);
  return known.some(isMissed) ? warning(found, next) : ok(found);
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, mostKeys).map((key) => excerpt(key, 40));
  const more = keys.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
