import { named } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { WithExtra } from './answers.ts';

const mostKeys = 20;

/**
 * Nothing found and nothing known are never the same. Names the keys that came: ours for the facts
 * that were found, and those of the service for everything else.
 *
 * @param says what was not found, before the keys
 */
export function nothingFound(says: string, answers: readonly WithExtra[]): Failure {
  const keys = answers.flatMap(({ extra = {}, ...facts }) => {
    const found = Object.entries(facts).filter(([, value]) => value !== null);
    return [...found.map(([key]) => key), ...Object.keys(extra)];
  });
  const listed = named([...new Set(keys)], mostKeys);
  return new Failure('unexpected_response', `${says} with the keys ${listed || '(none)'}`, {
    hint: 'dotaf doctor shows which key each fact is read from',
  });
}
