import { joinNames } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { WithExtraKeys } from './parse/attributes.ts';

export function missingAttributesError(message: string, results: readonly WithExtraKeys[]) {
  const keys = results.flatMap((result) => [
    ...getPresentAttributes(result),
    ...Object.keys(result.extra ?? {}),
  ]);
  const keyList = joinNames([...new Set(keys)], 20);
  return new CliError('unexpected_response', `${message} with the keys ${keyList || '(none)'}`, {
    hint: 'dotaf doctor shows which key each fact is read from',
  });
}

export function getPresentAttributes({ extra, ...attributes }: WithExtraKeys) {
  return Object.entries(attributes).flatMap(([attribute, value]) =>
    value === null ? [] : [attribute],
  );
}
