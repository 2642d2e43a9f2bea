import { exits } from './errors.ts';
import { textCell } from './output/cell.ts';
import type { Style } from './output/color.ts';
import type { Field, Kind } from './output/kind.ts';

/* These are the things of dotaf and of this machine; kinds.ts has those of the service. */

export interface ShownPreference {
  key: string;
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
  summary: string;
}

export interface Step {
  step: string;
  /** It is empty where the line before goes on. */
  result: 'ok' | 'warning' | 'failed' | 'skipped' | '';
  found: string;
  /** The next thing to type or to do. */
  next: string | null;
}

const profile: Field<object> = { name: 'profile', label: 'profile', isStated: true };

const baseUrl: Field<object> = { name: 'base_url', label: 'base URL' };

const key: Field<object> = { name: 'key', label: 'key' };

const secret: Field<object> = { name: 'secret', words: ['stored', 'command'] };

const active: Field<object> = { name: 'active', type: 'flag', isStated: true };

export const logInKind: Kind<{ account_number: string }> = [
  {
    ...{ name: 'account_number', label: 'logged in as', isStated: true },
    cell: ({ account_number }) => textCell(account_number, 'good'),
  },
  ...[profile, active],
  { ...baseUrl, isStated: true },
  { ...key, isStated: true },
  secret,
];

export const statusKind: Kind<{ secret: string }> = [
  { name: 'source', label: 'source', isStated: true },
  { name: 'profile', label: 'profile' },
  { ...baseUrl, isStated: true },
  { ...key, isStated: true },
  {
    ...{ name: 'secret', label: 'secret', isStated: true },
    words: ['stored', 'command', 'environment', 'sandbox'],
    cell: (value) => textCell(`${value.secret}, never shown`),
  },
];

export const profileKind: Kind<{ active: boolean }> = [
  profile,
  { ...active, label: 'active', cell: (value) => textCell(value.active ? 'yes' : '', 'good') },
  ...[baseUrl, key, { ...secret, label: 'secret' }],
];

export const activeProfileKind: Kind = [{ ...profile, label: 'active profile' }, active];

export const removedProfileKind: Kind<{ active_profile: string | null }> = [
  { ...profile, label: 'removed profile' },
  { name: 'removed', type: 'flag', isStated: true },
  {
    ...{ name: 'active_profile', label: 'active profile' },
    cell: ({ active_profile }) => ({ text: active_profile ?? 'none' }),
  },
];

export const preferenceKind: Kind<ShownPreference> = [
  { name: 'key', label: 'key', isStated: true },
  { name: 'value', label: 'value', isStated: true },
  {
    ...{ name: 'source', label: 'source', isStated: true },
    words: ['flag', 'variable', 'profile', 'default'],
  },
  // Where all are defaults, the column is empty and so left out.
  { name: 'origin', label: 'origin', cell: ({ origin }) => ({ text: origin ?? '' }) },
  { name: 'summary', label: 'meaning', type: 'sentence', isStated: true },
];

export const pathKind: Kind = [{ name: 'path', isStated: true }];

const stepStyles: Record<Step['result'], Style> = {
  ...{ ok: 'good', warning: 'warn', failed: 'bad', skipped: 'dim', '': 'plain' },
};

export const stepKind: Kind<Step> = [
  { name: 'step', label: 'step', isStated: true, cell: ({ step }) => ({ text: step }) },
  {
    ...{ name: 'result', label: 'result', isStated: true },
    words: ['ok', 'warning', 'failed', 'skipped'],
    cell: ({ result }) => textCell(result, stepStyles[result]),
  },
  { name: 'found', label: 'found', type: 'sentence', isStated: true },
  { name: 'next' },
];

export const diagnosisKind: Kind<{ ok: boolean; steps: readonly Step[] }> = [
  { name: 'ok', type: 'flag', isStated: true },
  { name: 'steps', of: stepKind },
];

export const sandboxKind: Kind<{ base_url: string; key: string; secret: string }> = [
  { name: 'base_url', isStated: true },
  { name: 'key', isStated: true },
  { name: 'secret', isStated: true },
];

export const versionKind: Kind = [{ name: 'version', isStated: true }];

/** The help is about all that there is, or about one command. */
export const helpKind: Kind = [
  { name: 'name', isStated: true },
  { name: 'summary', isStated: true },
  ...['commands', 'options'].map((name): Field<never> => ({ name, type: 'list' })),
  ...['version', 'path', 'description'].map((name) => ({ name, only: 'chosen' as const })),
  ...['aliases', 'arguments', 'fields', 'examples', 'topics', 'environment', 'exit_codes'].map(
    listOf,
  ),
];

function listOf(name: string): Field<never> {
  return { name, type: 'list', only: 'chosen' };
}

const codes = [...new Set(exits.flatMap(([, errors]) => [...errors]))];

export const rowErrorKind: Kind = [
  { name: 'error.code', isStated: true, words: codes },
  { name: 'error.message', isStated: true },
  { name: 'error.api_code' },
  { name: 'error.status', type: 'count' },
];

/** The one line that a failed command prints on stderr. */
export const failureKind: Kind = [
  ...rowErrorKind,
  { name: 'error.hint' },
  { name: 'error.request_id' },
  { name: 'error.retryable', type: 'flag', isStated: true },
];
