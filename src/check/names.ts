import { tidyName, withoutWww } from '../core/names.ts';
import { type Notice, note } from '../core/notices.ts';
import { counted, named } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { FailedRow } from '../output/row.ts';
import type { ListedName } from './lists.ts';

interface TidiedName extends ListedName {
  change?: string | undefined;
}

export const nameHint =
  'a name is letters, digits and inner hyphens between dots, such as kabul.af';

export function invalidRow({ text, reason }: ListedName): FailedRow {
  return {
    asked: { domain: text },
    failure: new Failure('invalid_name', `not a domain name: it ${reason}`, {
      about: `'${text}'`,
      hint: nameHint,
    }),
  };
}

/** Tidies the names, each once. @param tlds for bare labels */
export function tidiedOnce(
  found: readonly ListedName[],
  tlds: readonly string[],
): { names: ListedName[]; notices: Notice[] } {
  const all = found.flatMap((listed) => tidiedNames(listed, tlds));
  const changes = [...new Set(all.flatMap(({ change }) => change ?? []))];
  const unique = new Map(all.map((name) => [`${name.text} ${name.reason}`, name]));
  const duplicates = all.length - unique.size;
  const parts: string[] = [];
  if (changes.length > 0) parts.push(`checking ${named(changes)}`);
  if (duplicates > 0) parts.push(`left out ${counted(duplicates, 'duplicate')}`);
  const notices = parts.length === 0 ? [] : [note(parts.join('; '))];
  return { names: [...unique.values()], notices };
}

function tidiedNames({ text, reason }: ListedName, tlds: readonly string[]): TidiedName[] {
  const shown = text.trim().replace(password, '…@');
  if (reason !== undefined) return [{ text: shown, reason }];
  const read = tidyName(text, tlds);
  if (!read.ok) return [{ text: shown, reason: read.reason }];
  const names = read.value.map(withoutWww);
  const isAsTyped = names.join() === text.trim().toLowerCase().replace(/\.$/, '');
  const change = isAsTyped ? undefined : `${names.join(' and ')} for '${shown}'`;
  return names.map((name) => ({ text: name, change }));
}

const password = /^.*@/s;
