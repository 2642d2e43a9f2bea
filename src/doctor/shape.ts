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
  /** The keys of the answer, by fact. */
  sources?: Readonly<Record<string, string>>;
}

const mostKeys = 12;

/**
 * Tells which facts of an answer were understood, and which other keys came; never their values. A
 * fact is missed if it must be there, or may be under one of those keys.
 *
 * @throws Failure `unexpected_response` if no fact was understood
 */
export function findShape({ path, rows, facts, optional, about, sources }: Shape): Finding {
  const known = facts.map((fact) => {
    const count = rows.filter((row) => (valueAt(row, fact) ?? null) !== null).length;
    return { fact, count, isWhole: count === rows.length };
  });
  const keys = [...new Set(rows.flatMap(({ extra }) => extraPairs(extra).map(([key]) => key)))];
  const understood = known.filter(({ count }) => count > 0);
  const missing = known.filter(({ count }) => count === 0).map(({ fact }) => fact);
  const share = ({ fact, count, isWhole }: (typeof known)[number]) => {
    const source = sources?.[fact] ?? fact;
    const named = source === fact ? fact : `${fact} from ${excerpt(source, 40)}`;
    return isWhole ? named : `${named} (${count} of ${rows.length})`;
  };
  const found = [
    ...(about === undefined ? [] : [about]),
    ...(understood.length > 0 ? [`read: ${understood.map(share).join(', ')}`] : []),
    ...(missing.length > 0 ? [`not found: ${missing.join(', ')}`] : []),
    ...(keys.length > 0 ? [`other keys: ${listed(keys)}`] : []),
  ].join('; ');
  const unknown = known.filter(({ isWhole }) => !isWhole).map(({ fact }) => `${fact}=<key>`);
  const canBeStated = unknown.length > 0 && keys.length > 0 && sources !== undefined;
  const next = canBeStated
    ? `dotaf config set field-names ${unknown.join(',')} names the keys that hold them; dotaf api ${path} shows the answer`
    : `dotaf api ${path} shows the answer; dotaf doctor --report is for support`;
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
