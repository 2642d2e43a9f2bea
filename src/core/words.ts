/** No word is longer, and to part a longer one would take long. */
const longestWord = 64;

/** The words of a key or a heading: `expiryDate`, `Expiry date` and `EXPIRY_DATE` are all `expiry date`. */
export function wordsOf(key: string): string[] {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** As few known words as make up the whole of a word (`expirydate`), or else the word itself. */
export function segmented(word: string, known: ReadonlySet<string>): string[] {
  if (known.has(word) || word.length > longestWord) return [word];
  const shortest: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = shortest[start];
      if (before === undefined) continue;
      const part = word.slice(start, end);
      if (!known.has(part)) continue;
      if (before.length + 1 < (shortest[end]?.length ?? end + 1)) shortest[end] = [...before, part];
    }
  }
  return shortest[word.length] ?? [word];
}
