export const faultKinds = ['401', '403', '429', '500', 'reset', 'html', 'slow'] as const;

export interface Fault {
  kind: (typeof faultKinds)[number];
  /** Share of the requests that fail so. */
  percent: number;
}

/** Reads `500:10` and `reset:2.5`. */
export function parseFault(text: string): Fault | undefined {
  const match = /^([a-z0-9]+):(\d{1,3}(?:\.\d+)?)$/.exec(text.trim().toLowerCase());
  const kind = faultKinds.find((known) => known === match?.[1]);
  const percent = Number(match?.[2]);
  return kind !== undefined && percent <= 100 ? { kind, percent } : undefined;
}
