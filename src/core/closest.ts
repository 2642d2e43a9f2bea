import leven from 'leven';

/** Finds the only word that begins like the typed one, or else is nearly the same. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const word = simplified(typed);
  const begun = known.filter((name) => word.length > 1 && simplified(name).startsWith(word));
  if (begun.length === 1) return begun[0];
  const [name, ...others] = known.filter((one) => isNear(word, simplified(one)));
  return others.length === 0 ? name : undefined;
}

export function guessOf(typed: string, known: readonly string[]): string {
  const guess = closest(typed, known);
  return guess === undefined ? '' : `did you mean ${guess}? `;
}

function simplified(word: string): string {
  return word
    .replace(/^[-.]+/, '')
    .replace(/[\s_]/g, '-')
    .toLowerCase();
}

/** One mistake in three letters, two at most, or the letters in another order. */
function isNear(word: string, name: string): boolean {
  if (sortedLetters(word) === sortedLetters(name)) return true;
  const length = Math.min(word.length, name.length);
  return leven(word, name) <= Math.min(2, length / 3);
}

function sortedLetters(word: string): string {
  return [...word].sort().join();
}
