import leven from 'leven';

/**
 * The known word that was most likely meant: the only one that begins so, or the nearest one.
 * Undefined where none is near, or two are equally near.
 */
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

/** A question for the beginning of a hint; empty where nothing is near. */
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

/** Two letters that have changed places are one mistake. */
function distanceOf(word: string, name: string): number {
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, at) => 1 + leven(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2), name),
  );
  return Math.min(leven(word, name), ...swapped);
}

/** A short word has few letters that could be wrong. */
function mostMistakes(word: string, name: string): number {
  const length = Math.min(word.length, name.length);
  return length < 3 ? 0 : length > 6 && word[0] === name[0] ? 2 : 1;
}
