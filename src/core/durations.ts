export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Format: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 46 min`, `1 d 3 h`. */
export function durationText(ms: number): string {
  if (ms < 9950) {
    return `${Number((ms / 1000).toFixed(1))} s`;
  }
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) {
    return inTwoUnits(seconds, 60, 'min', 's');
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) {
    return inTwoUnits(minutes, 60, 'h', 'min');
  }
  const hours = Math.round(minutes / 60);
  return inTwoUnits(hours, 24, 'd', 'h');
}

function inTwoUnits(count: number, size: number, large: string, small: string): string {
  const rest = count % size;
  const whole = `${Math.floor(count / size)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}
