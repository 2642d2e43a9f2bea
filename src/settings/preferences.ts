import path from 'node:path';
import { configurableAttributes } from '../core/api-vocabulary.ts';
import { parseRateLimit } from '../core/dates.ts';
import { parseTld } from '../core/domain-names.ts';
import { stringifyValue } from '../core/json.ts';
import { parseExchangeRate, parseMarkup, parseRounding } from '../core/pricing.ts';
import { CliError } from '../errors.ts';
import type { EnvironmentVariables } from '../system/system.ts';

interface Setting {
  envVariable?: string;
  default: string;
  /** Merges a new value into the stored one. Without `merge`, the new value replaces it. */
  merge?(stored: string, added: string): string;
}

interface Preference<Value> extends Setting {
  summary: string;
  flags?: string;
  choices?: readonly string[];
  hint?: string | ((input: string) => string);
  parse(text: string): Value | undefined;
  /** Converts a value passed to `config set` into the string that is stored. */
  normalize?(text: string): string;
}

export const retailPreferenceNames = ['markup', 'round', 'rate'] as const;

export type RetailPreferenceName = (typeof retailPreferenceNames)[number];

const colorChoices = ['auto', 'always', 'never'] as const;

const definitions = {
  timeout: {
    summary: 'seconds per attempt',
    flags: '--timeout <seconds>',
    envVariable: 'DOTAF_TIMEOUT',
    default: '15',
    parse: (text) => parseSeconds(text, 0.001),
  },
  'max-wait': {
    summary: 'seconds of waiting per request',
    flags: '--max-wait <seconds>',
    default: '75',
    parse: (text) => parseSeconds(text, 0),
  },
  'rate-limit': {
    summary: 'requests allowed in a window',
    envVariable: 'DOTAF_RATE_LIMIT',
    default: '60/60s',
    hint: (input) =>
      `requests allowed in a window, such as ${/^[1-9]\d*/.exec(input)?.[0] ?? '60'}/60s`,
    parse: parseRateLimit,
  },
  tld: {
    summary: 'ending for names without a dot',
    flags: '--tld <list>',
    default: '.af',
    parse: parseTlds,
  },
  color: {
    summary: 'auto, always or never',
    default: 'auto',
    hint: 'auto, always or never',
    choices: colorChoices,
    parse: (text) => colorChoices.find((choice) => choice === text),
  },
  'domains-file': {
    summary: 'your own list, for more than 100 domains',
    flags: '--domains-file <path>',
    default: '',
    hint: 'the path of a list, such as ~/domains.csv',
    parse: (text) => (text === '-' ? undefined : text),
    // Store an absolute path: a relative one would depend on the working directory.
    normalize: (text) => (text === '' ? text : path.resolve(text)),
  },
  'field-names': {
    summary: "the service's own names of values",
    envVariable: 'DOTAF_FIELD_NAMES',
    default: '',
    hint: `such as expiry=paid_till; the names are ${configurableAttributes.join(', ')}`,
    parse: parseFieldNames,
    merge: mergeFieldNames,
  },
  markup: {
    summary: 'adds 25 (percent) or +5.00 (an amount) to the cost',
    flags: '--markup <25|+5.00>',
    default: '',
    hint: '25 adds 25 percent, 0.5% half a percent, +5.00 an amount',
    parse: parseMarkup,
  },
  round: {
    summary: 'round retail up to a multiple of 5, or to end in .99',
    flags: '--round <step>',
    default: '',
    hint: 'a step over 0, such as 5 or 0.50, or an ending, .99',
    parse: parseRounding,
  },
  rate: {
    summary: 'retail in another currency, at your rate: AFN=71.5',
    flags: '--rate <currency=rate>',
    default: '',
    hint: (input) =>
      `a currency and a rate over 0: AFN=${/^\d+(\.\d+)?$/.test(input) ? input : '71.5'}`,
    parse: parseExchangeRate,
    normalize: (text) => text.toUpperCase(),
  },
} satisfies Record<string, Preference<unknown>>;

const accountSettings = {
  profile: { envVariable: 'DOTAF_PROFILE', default: 'default' },
  'base-url': { envVariable: 'DOTAF_BASE_URL', default: '' },
} satisfies Record<string, Setting>;

const settings: Readonly<Record<SettingName, Setting>> = {
  ...accountSettings,
  ...definitions,
};

type SettingName = keyof typeof accountSettings | PreferenceName;

export type PreferenceName = keyof typeof definitions;

type PreferenceValues = {
  [Name in PreferenceName]: NonNullable<ReturnType<(typeof definitions)[Name]['parse']>>;
};

export const preferences: { [Name in PreferenceName]: Preference<PreferenceValues[Name]> } =
  definitions;

export const preferenceNames = Object.keys(definitions) as PreferenceName[];

export interface SettingSources {
  /** Command-line options, keyed by commander's camel-case names: `maxWait` for `--max-wait`. */
  options: Readonly<Record<string, unknown>>;
  env: EnvironmentVariables;
}

export interface ResolvedSetting {
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
}

/** Resolves a setting in order of precedence: option, environment variable, config, default. */
export function resolveSetting(
  name: SettingName,
  { options, env }: SettingSources,
  storedValue?: unknown,
  profile: string | null = null,
): ResolvedSetting {
  const { envVariable = '', default: defaultValue, merge } = settings[name];
  const option = options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (option === false) return { value: 'never', source: 'flag', origin: `--no-${name}` };
  const value = option === true ? 'always' : option;
  if (typeof value === 'string') return { value, source: 'flag', origin: `--${name}` };
  const envValue = env[envVariable];
  const stored = storedValue === undefined ? defaultValue : stringifyValue(storedValue);
  if (envValue)
    return {
      value: merge?.(stored, envValue) ?? envValue,
      source: 'variable',
      origin: envVariable,
    };
  if (storedValue === undefined) return { value: stored, source: 'default', origin: null };
  return { value: stored, source: 'profile', origin: profile };
}

/** @throws a `usage` error for an invalid value, or a `config` error if it comes from a profile */
export function parsePreferenceValue<Name extends PreferenceName>(
  name: Name,
  { value, source, origin }: ResolvedSetting,
): PreferenceValues[Name] {
  const preference = preferences[name];
  const result = preference.parse(value);
  if (result !== undefined) return result;
  const isStored = source === 'profile';
  const { hint = `${preference.summary}, such as ${preference.default}` } = preference;
  const label = isStored ? `${name} in profile '${origin}'` : origin;
  throw new CliError(isStored ? 'config' : 'usage', `${label} cannot be '${value}'`, {
    hint: typeof hint === 'string' ? hint : hint(value),
  });
}

function parseSeconds(text: string, min: number) {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : -1;
  return seconds >= min ? seconds : undefined;
}

function parseFieldNames(text: string) {
  const pairs = parseFieldNamePairs(text);
  return pairs && new Map([...pairs].filter(([, key]) => key !== ''));
}

/** Merges `attribute=key` pairs; `expiry=` removes a pair. Returns invalid input unchanged. */
function mergeFieldNames(stored: string, added: string) {
  const addedPairs = parseFieldNamePairs(added);
  if (!addedPairs) return added;
  const pairs = new Map([...(parseFieldNamePairs(stored) ?? []), ...addedPairs]);
  return [...pairs]
    .flatMap(([attribute, key]) => (key === '' ? [] : `${attribute}=${key}`))
    .join(',');
}

function parseFieldNamePairs(text: string) {
  const pairs = new Map<string, string>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [, attribute = '', key = ''] = /^\s*(\w+)\s*=\s*([^\s=]*)\s*$/.exec(pair) ?? [];
    if (!configurableAttributes.includes(attribute) || pairs.has(attribute)) return undefined;
    pairs.set(attribute, key);
  }
  return pairs;
}

function parseTlds(text: string) {
  const tlds = text.split(',').map((part) => parseTld(part) ?? '');
  return tlds.every((tld) => `.${tld}`.endsWith('.af')) ? tlds : undefined;
}
