import { exits } from './errors.ts';
import { type Cell, textCell } from './output/cell.ts';
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

const secretSources = ['stored', 'command', 'environment', 'sandbox'];

const results = ['ok', 'warning', 'failed', 'skipped'];

const resultStyles: Record<Step['result'], Style> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'dim',
  '': 'plain',
};

const profile: Field<object> = { name: 'profile', isStated: true };

const baseUrl: Field<object> = { name: 'base_url', label: 'base URL' };

const key: Field<object> = { name: 'key' };

const secret: Field<object> = { name: 'secret', words: ['stored', 'command'] };

const active: Field<object> = { name: 'active', isHidden: true, type: 'flag', isStated: true };

export const logInKind: Kind<{ account_number: string }> = [
  { name: 'account_number', label: 'logged in as', isStated: true, cell: logInCell },
  profile,
  active,
  { ...baseUrl, isStated: true },
  { ...key, isStated: true },
  { ...secret, isHidden: true },
];

export const statusKind: Kind<{ secret: string }> = [
  { name: 'source', isStated: true },
  { name: 'profile' },
  { ...baseUrl, isStated: true },
  { ...key, isStated: true },
  { name: 'secret', isStated: true, words: secretSources, cell: secretCell },
];

export const profileKind: Kind<{ active: boolean }> = [
  profile,
  { name: 'active', type: 'flag', isStated: true, cell: activeCell },
  baseUrl,
  key,
  secret,
];

export const activeProfileKind: Kind = [{ ...profile, label: 'active profile' }, active];

export const removedProfileKind: Kind<{ active_profile: string | null }> = [
  { ...profile, label: 'removed profile' },
  { name: 'removed', isHidden: true, type: 'flag', isStated: true },
  { name: 'active_profile', cell: ({ active_profile }) => textCell(active_profile ?? 'none') },
];

export const preferenceKind: Kind<ShownPreference> = [
  { name: 'key', isStated: true },
  { name: 'value', isStated: true },
  { name: 'source', isStated: true, words: ['flag', 'variable', 'profile', 'default'] },
  // Where all are defaults, the column is empty and so left out.
  { name: 'origin', cell: ({ origin }) => textCell(origin ?? '') },
  { name: 'summary', label: 'meaning', type: 'sentence', isStated: true },
];

export const pathKind: Kind = [{ name: 'path', isHidden: true, isStated: true }];

export const stepKind: Kind<Step> = [
  { name: 'step', isStated: true, cell: ({ step }) => textCell(step) },
  { name: 'result', isStated: true, words: results, cell: resultCell },
  { name: 'found', type: 'sentence', isStated: true },
  { name: 'next', isHidden: true },
];

export const diagnosisKind: Kind<{ ok: boolean; steps: readonly Step[] }> = [
  { name: 'ok', isHidden: true, type: 'flag', isStated: true },
  { name: 'steps', isHidden: true, of: stepKind },
];

export const sandboxKind: Kind<{ base_url: string; key: string; secret: string }> = [
  { name: 'base_url', isHidden: true, isStated: true },
  { name: 'key', isHidden: true, isStated: true },
  { name: 'secret', isHidden: true, isStated: true },
];

export const versionKind: Kind<{ version: string }> = [
  { name: 'version', isHidden: true, isStated: true },
];

/** The help is about all that there is, or about one command. */
export const helpKind: Kind = [
  { name: 'name', isStated: true },
  { name: 'summary', isStated: true },
  { name: 'commands', type: 'list' },
  { name: 'options', type: 'list' },
  { name: 'version', only: 'chosen' },
  { name: 'path', only: 'chosen' },
  { name: 'description', only: 'chosen' },
  { name: 'aliases', type: 'list', only: 'chosen' },
  { name: 'arguments', type: 'list', only: 'chosen' },
  { name: 'fields', type: 'list', only: 'chosen' },
  { name: 'examples', type: 'list', only: 'chosen' },
  { name: 'topics', type: 'list', only: 'chosen' },
  { name: 'environment', type: 'list', only: 'chosen' },
  { name: 'exit_codes', type: 'list', only: 'chosen' },
];

const failureCodes = [...new Set(exits.flatMap(([, codes]) => [...codes]))];

export const rowErrorKind: Kind = [
  { name: 'error.code', isStated: true, words: failureCodes },
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

function logInCell({ account_number }: { account_number: string }): Cell {
  return textCell(account_number, 'good');
}

function secretCell(value: { secret: string }): Cell {
  return textCell(`${value.secret}, never shown`);
}

function activeCell(value: { active: boolean }): Cell {
  return textCell(value.active ? 'yes' : '', 'good');
}

function resultCell({ result }: Step): Cell {
  return textCell(result, resultStyles[result]);
}
