/** Finds 12 consecutive letters and digits of the secret, or a shorter secret as a whole. */
export function containsSecret(text: string, secret: string): boolean {
  const decoded = text.replace(/\\u([\da-f]{4})|\\[bfnrt]/gi, (_, unit) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
  const word = toAlphanumerics(secret);
  const offsets = Array.from({ length: Math.max(1, word.length - 11) }, (_, offset) => offset);
  const containsSlice = (value: string) =>
    offsets.some((offset) => value.includes(word.slice(offset, offset + 12)));
  return containsSlice(toAlphanumerics(text)) || containsSlice(toAlphanumerics(decoded));
}

function toAlphanumerics(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
