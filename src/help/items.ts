/** Terms with what they mean, one below the other. */
export function itemRows(items: readonly (readonly [term: string, meaning: string])[]): string[] {
  const width = Math.max(...items.map(([term]) => term.length));
  return items.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`);
}
