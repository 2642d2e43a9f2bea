/** The words of a key: `expiryDate`, `expiry_date` and `EXPIRY-DATE` are all `expiry date`. */
export function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/**
 * The known words that a word is made of, as `expirydate` is of `expiry` and `date`: as few as can
 * be. A word that is not made of them alone stays whole.
 */
export function segmented(word: string, known: ReadonlySet<string>): string[] {
  // The best way to write the first letters of the word, by their number.
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start < end; start += 1) {
      const before = best[start];
      const part = word.slice(start, end);
      if (before === undefined || !known.has(part)) continue;
      const now = best[end];
      if (now === undefined || before.length + 1 < now.length) best[end] = [...before, part];
    }
  }
  return best[word.length] ?? [word];
}

/** Whether words are a phrase, in its order, with nothing but fillers between and around. */
export function saysPhrase(
  words: readonly string[],
  phrase: readonly string[],
  fillers: ReadonlySet<string>,
): boolean {
  let next = 0;
  for (const word of words) {
    if (word === phrase[next]) next += 1;
    else if (!fillers.has(word)) return false;
  }
  return next === phrase.length;
}
