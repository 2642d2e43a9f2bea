import leven from 'leven';

/** The only word that begins so, or the nearest one; undefined where two are equally near. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const word = plain(typed);
  const begun = known.filter((name) => word.length > 1 && plain(name).startsWith(word));
  if (begun.length === 1) return begun[0];
  const [best, second] = known
    .map((name) => ({ name, distance: distanceOf(word, plain(name)) }))
    .filter(({ name, distance }) => distance <= mostMistakes(word, plain(name)))
    .sort((left, right) => left.distance - right.distance);
  return best?.distance === second?.distance ? undefined : best?.name;
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

function distanceOf(word: string, name: string): number {
  const letters = (text: string) => [...text].sort().join();
  return letters(word) === letters(name) ? 1 : leven(word, name);
}

function mostMistakes(word: string, name: string): number {
  const length = Math.min(word.length, name.length);
  return length < 3 ? 0 : length > 6 && word[0] === name[0] ? 2 : 1;
}
