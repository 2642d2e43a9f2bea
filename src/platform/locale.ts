import type { Environment } from './surroundings.ts';

/** The first of these variables that is set decides, as in the C library. */
export function isUnicode(
  { LC_ALL, LC_CTYPE, LANG }: Environment,
  platform: NodeJS.Platform,
): boolean {
  return platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
