/**
 * Minutes that a time zone is ahead of UTC at a moment: `Z`, `GMT`, `+04:30`, `Asia/Kabul`.
 * Undefined for a zone that nobody knows.
 */
export function offsetMinutes(zone: string, epochMs: number): number | undefined {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!match) return offsetMinutesOfNamed(zone, epochMs);
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

function offsetMinutesOfNamed(timeZone: string, epochMs: number): number | undefined {
  if (!/^[A-Za-z_]+\/[A-Za-z_/+-]+$/.test(timeZone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(epochMs);
    return offsetMinutes(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '', epochMs);
  } catch {
    return undefined;
  }
}
