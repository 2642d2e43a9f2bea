import { readBaseUrl } from '../core/base-url.ts';

/** Hides what no base URL should hold, but a config edited by hand may: a password, a query. */
export function shownBaseUrl(text: string): string {
  if (readBaseUrl(text).ok) return text;
  return text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1****@').replace(/([?#]).*$/s, '$1****');
}
