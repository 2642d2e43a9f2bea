import { perWindow, type Rate } from './periods.ts';

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Says how long the requests take: `120 requests, about 2 min at 60 a minute`. */
export function requestsText(count: number, { requests, windowMs }: Rate): string {
  // A run sends half of a window at once, and the rest evenly.
  const wait = count > requests / 2 ? (count / requests) * windowMs : 0;
  const time = wait > 0 ? `, about ${durationText(wait)}` : '';
  return `${counted(count, 'request')}${time} at ${requests} ${perWindow(windowMs)}`;
}

/** A time span in the two units that matter: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 46 min`, `1 d 3 h`. */
export function durationText(ms: number): string {
  if (ms < 9950) return `${trimmed((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

function trimmed(text: string): string {
  return text.replace(/\.0$/, '');
}
