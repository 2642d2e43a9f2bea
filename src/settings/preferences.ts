import { guessOf } from '../core/closest.ts';
import { jsonText } from '../core/json.ts';
import { parseTld } from '../core/names.ts';
import { parseRate } from '../core/periods.ts';
import { statableFacts } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';
import type { Profile } from './config.ts';

export type OptionSection = 'output' | 'waiting' | 'check';

interface Preference<Value> {
  summary: string;
  /** The options that set it for one run, as commander takes them. */
  flags?: readonly string[];
  section?: OptionSection;
  variable?: string;
  default: string;
  example?: string;
  choices?: readonly string[];
  parse(text: string): Value | undefined;
}

const colorChoices = ['auto', 'always', 'never'] as const;

/** Every preference, in the order of `config ls`; its options are named as it is. */
const table = {
  timeout: {
    summary: 'seconds that one attempt may take',
    flags: ['--timeout <seconds>'],
    section: 'waiting',
    variable: 'DOTAF_TIMEOUT',
    default: '15',
    parse: (text) => parseSeconds(text, 0.001),
  },
  'max-wait': {
    summary: 'seconds that one request may wait for the rate limit and retries',
    flags: ['--max-wait <seconds>'],
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
    flags: ['--tld <list>'],
    section: 'check',
    default: '.af',
    example: '.af,.com.af',
    parse: parseTlds,
  },
  color: {
    summary: 'colour: auto, always or never',
    flags: ['--color', '--no-color'],
    section: 'output',
    default: 'auto',
    example: 'never',
    choices: colorChoices,
    parse: (text) => colorChoices.find((choice) => choice === text),
  },
  'field-names': {
    summary: 'where the service puts a value',
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

export function preferenceOptions(section: OptionSection) {
  return preferenceNames.flatMap((name) => {
    const { summary, flags = [], default: usual, section: own } = preferences[name];
    const help = (flag: string) =>
      flag.includes('<')
        ? `${summary} (default: ${usual})`
        : `set ${name} to ${typedText(!flag.startsWith('--no-'))}`;
    return (own === section ? flags : []).map((flag) => ({
      ...{ flags: flag, description: help(flag), isList: flag.endsWith('<list>') },
    }));
  });
}

export function knownPreference(name: string): PreferenceName {
  if (isPreferenceName(name)) return name;
  throw new Failure('usage', `unknown preference '${name}'`, {
    hint: `${guessOf(name, preferenceNames)}the preferences are ${preferenceNames.join(', ')}`,
  });
}

/** Looks for its value in the options of the run, then in the environment, then in the profile. */
export function resolvePreference(
  name: PreferenceName,
  options: Readonly<Record<string, unknown>>,
  env: Environment,
  profile: Profile | undefined,
) {
  const { flags = [], variable = '', default: usual, summary } = preferences[name];
  // The name that commander gives an option: `maxWait` for `--max-wait`.
  const attribute = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const stored = profile?.preferences?.[name];
  const candidates = [
    ['flag', typedText(options[attribute]), flags.map((flag) => flag.split(' ')[0]).join(', ')],
    ['variable', env[variable] || undefined, variable],
    ['profile', stored === undefined ? undefined : jsonText(stored), profile?.name],
  ] as const;
  const found = candidates.find(([, value]) => value !== undefined);
  const [source, value = usual, origin = null] = found ?? (['default', usual, null] as const);
  return { key: name, value, source, origin, summary };
}

/** @throws Failure `usage` for a bad flag or variable, `config` for a bad stored value */
export function readPreference<Name extends PreferenceName>(
  name: Name,
  { value, source, origin }: ReturnType<typeof resolvePreference>,
): PreferenceValues[Name] {
  if (source !== 'profile') return checkPreference(name, value, origin ?? name);
  return checkPreference(name, value, `${name} in profile '${origin}'`, 'config');
}

export function checkPreference<Name extends PreferenceName>(
  name: Name,
  text: string,
  place: string = name,
  code: 'usage' | 'config' = 'usage',
): PreferenceValues[Name] {
  const { summary, default: usual, example = usual, choices = [], parse } = preferences[name];
  const value = parse(text);
  if (value !== undefined) return value;
  const hint = `${guessOf(text, choices)}${summary}, such as ${example}`;
  throw new Failure(code, `${place} cannot be '${text}'`, { hint });
}

function isPreferenceName(name: string): name is PreferenceName {
  return Object.hasOwn(preferences, name);
}

function typedText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'always' : 'never';
  return typeof value === 'string' ? value : undefined;
}

function parseSeconds(text: string, min: number): number | undefined {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : undefined;
  return seconds !== undefined && seconds >= min ? seconds : undefined;
}

function parseFieldNames(text: string): ReadonlyMap<string, string> | undefined {
  const names = new Map<string, string>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [, fact = '', key = ''] = /^\s*(\w+)\s*=\s*([^\s=]+)\s*$/.exec(pair) ?? [];
    if (!statableFacts.includes(fact) || key === '' || names.has(fact)) return undefined;
    names.set(fact, key);
  }
  return names;
}

function parseTlds(text: string): string[] | undefined {
  const tlds = text.split(',').map(parseTld);
  return tlds.every((tld) => tld !== undefined) ? tlds : undefined;
}
