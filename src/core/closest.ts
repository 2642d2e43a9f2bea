import leven from 'leven';

/** The known word that was most likely meant, if any is near enough. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, distance: leven(word, name) }))
    .filter(({ name, distance }) => distance <= 2 && distance * 2 < name.length)
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** Also finds `registration_date` for `Registered`: the start of a word is enough for a field. */
export function closestField(word: string, known: readonly string[]): string | undefined {
  const plain = word.toLowerCase().replace(/[\s-]/g, '_');
  if (plain !== word && known.includes(plain)) return plain;
  return (
    closest(plain, known) ??
    known.find((name) => sharedStart(plain, name) >= 4 && name.length <= 2 * plain.length)
  );
}

/** Counts the characters that both begin with. */
function sharedStart(left: string, right: string): number {
  const end = [...left].findIndex((character, at) => character !== right[at]);
  return end < 0 ? left.length : end;
}
