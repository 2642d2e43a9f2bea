import { exits } from './errors.ts';
import { type Cell, textCell } from './output/cell.ts';
import { type Field, type Kind, stated } from './output/kind.ts';

/* Things of dotaf and of this machine; kinds.ts has those of the service. */

export interface ShownPreference {
  key: string;
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
  summary: string;
}

export interface Step {
  step: string;
  result: 'ok' | 'warning' | 'failed';
  found: string;
  /** The next thing to type or to do. */
  next: string | null;
}

const secretSources = ['stored', 'command', 'environment', 'sandbox'];

const results = ['ok', 'warning', 'failed'];

const profile: Field<object> = { name: 'profile', schema: stated };

const baseUrl: Field<object> = { name: 'base_url', label: 'base URL' };

const key: Field<object> = { name: 'key' };

const secret: Field<object> = { name: 'secret', schema: { words: ['stored', 'command'] } };

const active: Field<object> = {
  name: 'active',
  people: 'never',
  type: 'flag',
  schema: stated,
};

export const logInKind: Kind<{ account_number: string }> = [
  { name: 'account_number', label: 'logged in as', cell: logInCell, schema: stated },
  profile,
  active,
  { ...baseUrl, schema: stated },
  { ...key, schema: stated },
  { ...secret, people: 'never' },
];

export const statusKind: Kind<{ secret: string }> = [
  { name: 'source', schema: stated },
  { name: 'profile' },
  { ...baseUrl, schema: stated },
  { ...key, schema: stated },
  { name: 'secret', cell: secretCell, schema: { isStated: true, words: secretSources } },
];

export const profileKind: Kind<{ active: boolean }> = [
  profile,
  { name: 'active', type: 'flag', cell: activeCell, schema: stated },
  baseUrl,
  key,
  secret,
];

export const activeProfileKind: Kind = [{ ...profile, label: 'active profile' }, active];

export const removedProfileKind: Kind<{ active_profile: string | null }> = [
  { ...profile, label: 'removed profile' },
  { name: 'removed', people: 'never', type: 'flag', schema: stated },
  { name: 'active_profile', cell: ({ active_profile }) => textCell(active_profile ?? 'none') },
];

export const preferenceKind: Kind<ShownPreference> = [
  { name: 'key', schema: stated },
  { name: 'value', schema: stated },
  { name: 'source', schema: { isStated: true, words: ['flag', 'variable', 'profile', 'default'] } },
  // Where all are defaults, the column is empty and so left out.
  { name: 'origin', cell: ({ origin }) => textCell(origin ?? '') },
  { name: 'summary', label: 'meaning', type: 'sentence', schema: stated },
];

export const pathKind: Kind = [{ name: 'path', people: 'never', schema: stated }];

export const stepKind: Kind<Step> = [
  { name: 'step', schema: stated },
  { name: 'result', schema: { isStated: true, words: results } },
  { name: 'found', schema: stated },
  { name: 'next' },
];

export const diagnosisKind: Kind<{ ok: boolean; steps: readonly Step[] }> = [
  { name: 'ok', people: 'never', type: 'flag', schema: stated },
  { name: 'steps', people: 'never', schema: { of: stepKind } },
];

export const sandboxKind: Kind<{ base_url: string; key: string; secret: string }> = [
  { name: 'base_url', people: 'never', schema: stated },
  { name: 'key', people: 'never', schema: stated },
  { name: 'secret', people: 'never', schema: stated },
];

export const helpKind: Kind = [
  { name: 'name', schema: stated },
  { name: 'summary', schema: stated },
  { name: 'commands', type: 'list' },
  { name: 'options', type: 'list' },
  { name: 'version', machines: 'chosen' },
  { name: 'path', machines: 'chosen' },
  { name: 'description', machines: 'chosen' },
  { name: 'aliases', type: 'list', machines: 'chosen' },
  { name: 'arguments', type: 'list', machines: 'chosen' },
  { name: 'fields', type: 'list', machines: 'chosen' },
  { name: 'examples', type: 'list', machines: 'chosen' },
  { name: 'topics', type: 'list', machines: 'chosen' },
  { name: 'environment', type: 'list', machines: 'chosen' },
  { name: 'exit_codes', type: 'list', machines: 'chosen' },
];

const failureCodes = [...new Set(exits.flatMap(([, codes]) => [...codes]))];

export const rowErrorKind: Kind = [
  { name: 'error.code', schema: { isStated: true, words: failureCodes } },
  { name: 'error.message', schema: stated },
  { name: 'error.api_code' },
  { name: 'error.status', type: 'count' },
];

/** The one line that a failed command prints on stderr. */
export const failureKind: Kind = [
  ...rowErrorKind,
  { name: 'error.hint' },
  { name: 'error.request_id' },
  { name: 'error.retryable', type: 'flag', schema: stated },
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
