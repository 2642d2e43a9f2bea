import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Finds a text in a name, as its U-labels and as its A-labels spell it. With a `*` in it, the text
 * is a pattern for the whole name.
 */
export function nameMatcher(search: string): (name: string) => boolean {
  const wanted = [...new Set([search, domainToASCII(search) || search].map(folded))];
  const patterns = wanted.map(patternOf);
  return (name) => {
    const spellings = [name, domainToASCII(name), domainToUnicode(name)].map(folded);
    return patterns.some((pattern) => spellings.some((spelling) => pattern.test(spelling)));
  };
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(parts.length === 1 ? parts.join('') : `^${parts.join('.*')}$`, 'u');
}

/** Persian is typed with and without the characters that join letters or keep them apart. */
function folded(text: string): string {
  return text
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '');
}
