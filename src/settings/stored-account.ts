import { readBaseUrl } from '../core/base-url.ts';
import type { Profile } from './config.ts';
import { type Credentials, maskKey, secretOf } from './credentials.ts';

/** Stays the same when its secret is rotated. */
export type Account = Pick<Credentials, 'baseUrl' | 'key'>;

/** Tells whether the profile holds credentials that those of this account would replace for good. */
export function holdsOtherAccount(profile: Profile, { baseUrl, key }: Account): boolean {
  if (profile.key === undefined && secretOf(profile) === undefined) return false;
  if (profile.base_url === undefined) return profile.key !== key;
  const address = readBaseUrl(profile.base_url);
  return profile.key !== key || !address.ok || address.value !== baseUrl;
}

/** Says what the profile holds that is not of this account, as far as it may be shown. */
export function otherAccount({ key, base_url }: Profile, account: Account) {
  const address = base_url === undefined ? 'no base URL' : shownBaseUrl(base_url);
  if (key === account.key) return { what: 'this key for another base URL', details: address };
  const shownKey = key === undefined ? 'no key' : `key ${maskKey(key)}`;
  return { what: 'another account', details: `${shownKey} at ${address}` };
}

/** Hides what no base URL should hold, but a config edited by hand may: a password, a query. */
export function shownBaseUrl(text: string): string {
  if (readBaseUrl(text).ok) return text;
  return text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1****@').replace(/([?#]).*$/s, '$1****');
}
