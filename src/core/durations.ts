export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Format: `0.4 s`, `12 s`, `3 min 20 s`, `26 h 46 min`. */
export function durationText(ms: number): string {
  if (ms < 9950) {
    return `${Number((ms / 1000).toFixed(1))} s`;
  }
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) {
    return inTwoUnits(seconds, 'min', 's');
  }
  return inTwoUnits(Math.round(seconds / 60), 'h', 'min');
}

function inTwoUnits(count: number, large: string, small: string): string {
  const rest = count % 60;
  const whole = `${Math.floor(count / 60)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}
