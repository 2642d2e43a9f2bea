import { normalizeDomainName, stripWww } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize, trimInvisible } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';

interface NormalizedName extends NameEntry {
  change?: string | undefined;
}

export const invalidDomainNameHint =
  'a name is letters, digits and inner hyphens between dots, such as kabul.af';

export function toInvalidNameRow({ text, reason }: NameEntry) {
  return {
    input: { domain: text },
    error: new CliError('invalid_name', `not a domain name: it ${reason}`, {
      subject: `'${text}'`,
      hint: invalidDomainNameHint,
    }),
  };
}

/** @param tlds TLDs, such as `com.af`, to append to each name that contains no dot */
export function normalizeAndDedupeNames(
  entries: readonly NameEntry[],
  tlds: readonly string[],
  report: Report,
) {
  const normalizedNames = entries.flatMap((entry) => normalizeEntry(entry, tlds));
  const changes = [...new Set(normalizedNames.flatMap(({ change }) => change ?? []))];
  const uniqueNames = new Map(normalizedNames.map((name) => [`${name.text} ${name.reason}`, name]));
  const duplicateCount = normalizedNames.length - uniqueNames.size;
  const parts: string[] = [];
  if (changes.length > 0) parts.push(`checking ${joinNames(changes)}`);
  if (duplicateCount > 0) parts.push(`left out ${pluralize(duplicateCount, 'duplicate')}`);
  if (parts.length > 0) report.note(parts.join('; '));
  return [...uniqueNames.values()];
}

function normalizeEntry(entry: NameEntry, tlds: readonly string[]): NormalizedName[] {
  const { reason } = entry;
  const text = trimInvisible(entry.text);
  const maskedText = text.replace(userinfoPattern, '…@');
  if (reason) return [{ text: maskedText, reason }];
  const result = normalizeDomainName(text, tlds);
  if (!result.ok) return [{ text: maskedText, reason: result.reason }];
  const names = result.value.map(stripWww);
  const isUnchanged = names.join() === text.toLowerCase().replace(/\.$/, '');
  const change = isUnchanged ? undefined : `${names.join(' and ')} for '${maskedText}'`;
  return names.map((name) => ({ text: name, change }));
}

const userinfoPattern = /^.*@/s;
