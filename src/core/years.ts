/** Periods of registration in whole years: `1`, `1-5`, `1,2,5`, in the order given, each once. */
export function parseYears(text: string): number[] | undefined {
  const years = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(part);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first < 1 || last < first) return undefined;
    for (let year = first; year <= last; year += 1) years.add(year);
  }
  return [...years];
}
