import leven from 'leven';

/** Finds the only word that begins like the typed one, or else is nearly the same. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const word = plain(typed);
  const begun = known.filter((name) => word.length > 1 && plain(name).startsWith(word));
  if (begun.length === 1) return begun[0];
  const [name, ...others] = known.filter((one) => isNear(word, plain(one)));
  return others.length === 0 ? name : undefined;
}

export function guessOf(typed: string, known: readonly string[]): string {
  const guess = closest(typed, known);
  return guess === undefined ? '' : `did you mean ${guess}? `;
}

function plain(word: string): string {
  return word
    .replace(/^[-.]+/, '')
    .replace(/[\s_]/g, '-')
    .toLowerCase();
}

/** One mistake, two in a long word that begins alike, or the letters in another order. */
function isNear(word: string, name: string): boolean {
  const length = Math.min(word.length, name.length);
  if (length < 3) return false;
  if (lettersOf(word) === lettersOf(name)) return true;
  const isLong = length > 6 && word[0] === name[0];
  const most = isLong ? 2 : 1;
  return leven(word, name) <= most;
}

function lettersOf(word: string): string {
  return [...word].sort().join();
}
