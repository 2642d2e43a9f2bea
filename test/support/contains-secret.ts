/** Tells whether a text holds twelve letters and digits of a secret in a row, or all of a shorter one. */
export function containsSecret(text: string, secret: string): boolean {
  const decoded = text.replace(/\\u([\da-f]{4})|\\[nrt]/gi, (_, unit) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
  const word = toAlphanumerics(secret);
  const starts = Array.from({ length: Math.max(1, word.length - 11) }, (_, start) => start);
  const isIn = (one: string) => starts.some((start) => one.includes(word.slice(start, start + 12)));
  return isIn(toAlphanumerics(text)) || isIn(toAlphanumerics(decoded));
}

function toAlphanumerics(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
