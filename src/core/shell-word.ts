/** A name as it can be typed, for the hints that are commands. */
export function shellWord(word: string): string {
  return /^[\w.,:@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
