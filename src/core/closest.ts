import leven from 'leven';

/**
 * The known word that was most likely meant: the only one that begins so, or the nearest one.
 * Undefined where none is near, or two are equally near.
 */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const word = plain(typed);
  const begun = known.filter((name) => word.length > 1 && plain(name).startsWith(word));
  if (begun.length === 1) return begun[0];
  const near = known
    .map((name) => ({ name, distance: distanceOf(word, plain(name)) }))
    .filter(({ name, distance }) => isNear(word, plain(name), distance));
  const least = Math.min(...near.map(({ distance }) => distance));
  const best = near.filter(({ distance }) => distance === least);
  // People seldom miss the first letter.
  const likely = best.length > 1 ? best.filter(({ name }) => plain(name)[0] === word[0]) : best;
  return likely.length === 1 ? likely[0]?.name : undefined;
}

/** Also finds `registration_date` for `Registered`: the start of a word is enough for a field. */
export function closestField(word: string, known: readonly string[]): string | undefined {
  const field = word.toLowerCase().replace(/[\s-]/g, '_');
  if (field !== word && known.includes(field)) return field;
  return (
    closest(field, known) ??
    known.find((name) => sharedStart(field, name) >= 4 && name.length <= 2 * field.length)
  );
}

/** A question for the beginning of a hint; empty where nothing is near. */
export function guessOf(typed: string, known: readonly string[]): string {
  const guess = closest(typed, known);
  return guess === undefined ? '' : `did you mean ${guess}? `;
}

function plain(word: string): string {
  return word.replace(/^-+/, '').toLowerCase();
}

/** Two letters that have changed places are one mistake. */
function distanceOf(word: string, name: string): number {
  const swapped = [...word].slice(1).map((_, at) => {
    const [one = '', other = ''] = word.slice(at, at + 2);
    return 1 + leven(word.slice(0, at) + other + one + word.slice(at + 2), name);
  });
  return Math.min(leven(word, name), ...swapped);
}

/** A short word has few letters that could be wrong. */
function isNear(word: string, name: string, distance: number): boolean {
  const { length } = word.length < name.length ? word : name;
  if (length < 3 || distance > 2) return false;
  return distance <= 1 || (length > 6 && word[0] === name[0]);
}

/** Counts the characters that both begin with. */
function sharedStart(left: string, right: string): number {
  const end = [...left].findIndex((character, at) => character !== right[at]);
  return end < 0 ? left.length : end;
}
