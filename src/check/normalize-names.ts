import { normalizeDomainName, stripWww } from '../core/domain-names.ts';
import { type Notice, note } from '../core/notices.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';
import type { FailedRow } from '../output/row.ts';

interface NormalizedName extends NameEntry {
  change?: string | undefined;
}

export const nameHint =
  'a name is letters, digits and inner hyphens between dots, such as kabul.af';

export function toInvalidRow({ text, reason }: NameEntry): FailedRow {
  return {
    input: { domain: text },
    failure: new Failure('invalid_name', `not a domain name: it ${reason}`, {
      subject: `'${text}'`,
      hint: nameHint,
    }),
  };
}

/** Tidies the names, each once. @param tlds for bare labels */
export function normalizeAndDedupe(
  entries: readonly NameEntry[],
  tlds: readonly string[],
): { names: NameEntry[]; notices: Notice[] } {
  const normalized = entries.flatMap((entry) => normalizeEntry(entry, tlds));
  const changes = [...new Set(normalized.flatMap(({ change }) => change ?? []))];
  const unique = new Map(normalized.map((name) => [`${name.text} ${name.reason}`, name]));
  const duplicates = normalized.length - unique.size;
  const parts: string[] = [];
  if (changes.length > 0) parts.push(`checking ${joinNames(changes)}`);
  if (duplicates > 0) parts.push(`left out ${pluralize(duplicates, 'duplicate')}`);
  const notices = parts.length === 0 ? [] : [note(parts.join('; '))];
  return { names: [...unique.values()], notices };
}

function normalizeEntry({ text, reason }: NameEntry, tlds: readonly string[]): NormalizedName[] {
  const maskedText = text.trim().replace(userinfoPattern, '…@');
  if (reason !== undefined) return [{ text: maskedText, reason }];
  const result = normalizeDomainName(text, tlds);
  if (!result.ok) return [{ text: maskedText, reason: result.reason }];
  const names = result.value.map(stripWww);
  const isUnchanged = names.join() === text.trim().toLowerCase().replace(/\.$/, '');
  const change = isUnchanged ? undefined : `${names.join(' and ')} for '${maskedText}'`;
  return names.map((name) => ({ text: name, change }));
}

const userinfoPattern = /^.*@/s;
