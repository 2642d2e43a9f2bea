import { joinNames } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { WithExtra } from './reading/facts.ts';

const mostKeysNamed = 20;

/** Names the keys that came: ours for facts that were found, the service's for all else. */
export function nothingFound(says: string, answers: readonly WithExtra[]): Failure {
  const keys = answers.flatMap((one) => [...factsIn(one), ...Object.keys(one.extra ?? {})]);
  const listed = joinNames([...new Set(keys)], mostKeysNamed);
  return new Failure('unexpected_response', `${says} with the keys ${listed || '(none)'}`, {
    hint: 'dotaf doctor shows which key each fact is read from',
  });
}

export function factsIn({ extra, ...facts }: WithExtra): string[] {
  return Object.entries(facts).flatMap(([fact, value]) => (value === null ? [] : [fact]));
}
