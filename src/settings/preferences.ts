import { guessOf } from '../core/closest.ts';
import { parseTld } from '../core/names.ts';
import { parseRate } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import type { Profile } from './config.ts';

export type OptionSection = 'output' | 'waiting' | 'check';

interface Preference<Value> {
  summary: string;
  /** The options that set it for one run, as commander takes them, and their help. */
  flags?: Readonly<Record<string, string>>;
  section?: OptionSection;
  isList?: true;
  variable?: string;
  default: string;
  example?: string;
  choices?: readonly string[];
  /** What a value may be, where the summary does not say it. */
  allowed?: string;
  parse(text: string): Value | undefined;
}

const colorChoices = ['auto', 'always', 'never'] as const;

/** What answers say of domains, tiers and prices under names that the API document does not fix. */
const facts = [
  ...['domain', 'status', 'expiry', 'registration_date', 'auto_renew', 'nameservers'],
  ...['current_tier', 'next_tier', 'domains_needed', 'amount', 'currency'],
];

/** Every preference, in the order of `config ls`; its options are named as it is. */
const table = {
  timeout: {
    summary: 'seconds that one attempt may take',
    flags: { '--timeout <seconds>': 'for one attempt (default: 15)' },
    section: 'waiting',
    variable: 'DOTAF_TIMEOUT',
    default: '15',
    parse: (text) => parseSeconds(text, 0.001),
  },
  'max-wait': {
    summary: 'seconds that one request may wait for the rate limit and retries',
    flags: {
      '--max-wait <seconds>': 'for the rate limit and retries of one request (default: 75)',
    },
    section: 'waiting',
    default: '75',
    parse: (text) => parseSeconds(text, 0),
  },
  'rate-limit': {
    summary: 'requests in a window, as the service allows this credential',
    variable: 'DOTAF_RATE_LIMIT',
    default: '60/60s',
    parse: parseRate,
  },
  tld: {
    summary: 'what a bare label is completed with',
    flags: { '--tld <list>': 'what bare labels are completed with, such as .af,.com.af' },
    section: 'check',
    isList: true,
    default: '.af',
    example: '.af,.com.af',
    parse: parseTlds,
  },
  color: {
    summary: 'colour: auto, always or never',
    flags: { '--color': 'colour, also in a pipe', '--no-color': 'no colour, also on a terminal' },
    section: 'output',
    default: 'auto',
    example: 'never',
    choices: colorChoices,
    parse: (text) => colorChoices.find((choice) => choice === text),
  },
  'field-names': {
    summary: 'the keys of the service that hold a fact',
    allowed: `fact=key, where a fact is ${facts.join(', ')}`,
    variable: 'DOTAF_FIELD_NAMES',
    default: '',
    example: 'expiry=paid_till,registration_date=dates.created_at',
    parse: parseFieldNames,
  },
} satisfies Record<string, Preference<unknown>>;

export type PreferenceName = keyof typeof table;

export type PreferenceValues = {
  [Name in PreferenceName]: NonNullable<ReturnType<(typeof table)[Name]['parse']>>;
};

export const preferences: { [Name in PreferenceName]: Preference<PreferenceValues[Name]> } = table;

export const preferenceNames = Object.keys(preferences).filter(isPreferenceName);

export interface PreferenceSources {
  options: Readonly<Record<string, unknown>>;
  env: Environment;
  profile: Profile | undefined;
}

export interface ResolvedPreference {
  key: PreferenceName;
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
  summary: string;
}

export const preferenceFields = ['key', 'value', 'source', 'origin', 'summary'] as const;

export function preferenceOptions(section: OptionSection) {
  return Object.values(preferences)
    .filter((preference) => preference.section === section)
    .flatMap(({ flags = {}, isList = false }) =>
      Object.entries(flags).map(([name, description]) => ({ flags: name, description, isList })),
    );
}

export function knownPreference(name: string): PreferenceName {
  if (isPreferenceName(name)) return name;
  throw new Failure('usage', `unknown preference '${name}'`, {
    hint: `${guessOf(name, preferenceNames)}the preferences are ${preferenceNames.join(', ')}`,
  });
}

export function checkPreference(name: PreferenceName, text: string): void {
  if (preferences[name].parse(text) === undefined) throw badValue(name, name, text);
}

export function resolvePreference(
  name: PreferenceName,
  { options, env, profile }: PreferenceSources,
): ResolvedPreference {
  const { flags = {}, variable = '', default: fallback, summary } = preferences[name];
  // The name that commander gives an option: `maxWait` for `--max-wait`.
  const attribute = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const flagNames = Object.keys(flags).map((flag) => flag.split(' ')[0]);
  const candidates = [
    ['flag', typedText(options[attribute]), flagNames.join(', ')],
    ['variable', env[variable] || undefined, variable],
    ['profile', storedText(profile?.preferences?.[name]), profile?.name],
  ] as const;
  for (const [source, value, origin = null] of candidates) {
    if (value !== undefined) return { key: name, value, source, origin, summary };
  }
  return { key: name, value: fallback, source: 'default', origin: null, summary };
}

/** @throws Failure `usage` for a bad flag or variable, `config` for a bad stored value */
export function readPreference<Name extends PreferenceName>(
  name: Name,
  sources: PreferenceSources,
): PreferenceValues[Name] {
  const { value, source, origin } = resolvePreference(name, sources);
  const parsed = preferences[name].parse(value);
  if (parsed !== undefined) return parsed;
  const isStored = source === 'profile';
  const place = isStored ? `${name} in profile '${origin}'` : (origin ?? name);
  throw badValue(name, place, value, isStored ? 'config' : 'usage');
}

function isPreferenceName(name: string): name is PreferenceName {
  return Object.hasOwn(preferences, name);
}

function typedText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'always' : 'never';
  return typeof value === 'string' ? value : undefined;
}

function storedText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

function badValue(
  name: PreferenceName,
  place: string,
  text: string,
  code: 'usage' | 'config' = 'usage',
): Failure {
  const { choices = [], summary, default: usual, example = usual } = preferences[name];
  const { allowed = summary } = preferences[name];
  return new Failure(code, `${place} cannot be '${text}'`, {
    hint: `${guessOf(text, choices)}${allowed}, such as ${example}`,
  });
}

function parseSeconds(text: string, min: number): number | undefined {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : undefined;
  return seconds !== undefined && seconds >= min ? seconds : undefined;
}

function parseFieldNames(text: string): ReadonlyMap<string, string> | undefined {
  const names = new Map<string, string>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [, fact = '', key = ''] = /^\s*(\w+)\s*=\s*([^\s=]+)\s*$/.exec(pair) ?? [];
    if (!facts.includes(fact) || key === '' || names.has(fact)) return undefined;
    names.set(fact, key);
  }
  return names;
}

function parseTlds(text: string): string[] | undefined {
  const tlds = text.split(',').map((part) => (/[^\s.]/.test(part) ? parseTld(part) : undefined));
  return tlds.every((tld) => tld !== undefined) ? tlds : undefined;
}
