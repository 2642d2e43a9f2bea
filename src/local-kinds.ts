import { type Field, type Kind, textCell } from './output/kind.ts';

/* Things of dotaf and of this machine; kinds.ts has those of the service. */

export interface Step {
  step: string;
  result: 'ok' | 'warning' | 'failed';
  found: string;
  next: string | null;
}

const profile: Field<object> = { name: 'profile' };

const baseUrl: Field<object> = { name: 'base_url', label: 'base URL' };

const key: Field<object> = { name: 'key' };

const secret: Field<object> = { name: 'secret' };

const active: Field<object> = { name: 'active', people: 'never', type: 'flag' };

export const logInKind: Kind<{ account_number: string }> = [
  {
    name: 'account_number',
    label: 'logged in as',
    cell: ({ account_number }) => textCell(account_number, 'good'),
  },
  profile,
  active,
  baseUrl,
  key,
  { ...secret, people: 'never' },
];

export const statusKind: Kind<{ secret: string }> = [
  { name: 'source' },
  profile,
  baseUrl,
  key,
  { ...secret, cell: (value) => textCell(`${value.secret}, never shown`) },
];

export const profileKind: Kind<{ active: boolean }> = [
  profile,
  { name: 'active', type: 'flag', cell: (value) => textCell(value.active ? 'yes' : '', 'good') },
  baseUrl,
  key,
  secret,
];

export const activeProfileKind: Kind = [{ ...profile, label: 'active profile' }, active];

export const removedProfileKind: Kind<{ active_profile: string | null }> = [
  { ...profile, label: 'removed profile' },
  { name: 'removed', people: 'never', type: 'flag' },
  { name: 'active_profile', cell: ({ active_profile }) => textCell(active_profile ?? 'none') },
];

export const preferenceKind: Kind<{ source: string; origin: string | null }> = [
  { name: 'key' },
  { name: 'value' },
  { name: 'source', cell: ({ source, origin }) => textCell(`${source} ${origin ?? ''}`.trim()) },
  { name: 'origin', people: 'never' },
  { name: 'summary', label: 'meaning', type: 'sentence' },
];

export const pathKind: Kind = [{ name: 'path' }];

export const diagnosisKind: Kind<{ ok: boolean; steps: readonly Step[] }> = [
  { name: 'ok', people: 'never', type: 'flag' },
  {
    name: 'steps',
    people: 'never',
    type: 'list',
    items: [{ name: 'step' }, { name: 'result' }, { name: 'found' }, { name: 'next' }],
  },
];

export const sandboxKind: Kind = [baseUrl, key, secret];
