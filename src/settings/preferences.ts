import { parseTld } from '../core/names.ts';
import { parseRate, type Rate } from '../core/rate.ts';
import { shellWord } from '../core/shell-word.ts';
import { Failure } from '../errors.ts';
import type { Environment } from '../platform/surroundings.ts';

/** Where a value came from, the strongest first. */
export type PreferenceSource = 'flag' | 'variable' | 'profile' | 'default';

interface Preference<Value> {
  summary: string;
  /** The global option that sets it for one command. */
  flag?: string;
  variable?: string;
  fallback: string;
  /** What a good value looks like, for the hint of a bad one. */
  example: string;
  parse(text: string): Value | undefined;
}

const colorChoices = ['auto', 'always', 'never'] as const;

/** Every preference: what it is, where it may be set, and how its text is read. */
export const preferences = {
  timeout: preference<number>({
    summary: 'seconds that one attempt may take',
    flag: '--timeout',
    variable: 'DOTAF_TIMEOUT',
    fallback: '15',
    example: '15',
    parse: (text) => parseSeconds(text, 0.001),
  }),
  'max-wait': preference<number>({
    summary: 'seconds that one request may wait for the rate limit and retries',
    flag: '--max-wait',
    fallback: '75',
    example: '75',
    parse: (text) => parseSeconds(text, 0),
  }),
  'rate-limit': preference<Rate>({
    summary: 'requests in a window, as the service allows this credential',
    variable: 'DOTAF_RATE_LIMIT',
    fallback: '60/60s',
    example: '60/60s',
    parse: parseRate,
  }),
  tld: preference<string[]>({
    summary: 'what a bare label is completed with',
    flag: '--tld',
    fallback: '.af',
    example: '.af,.com.af',
    parse: parseTlds,
  }),
  color: preference<(typeof colorChoices)[number]>({
    summary: 'colour: auto, always or never',
    flag: '--color, --no-color',
    fallback: 'auto',
    example: 'never',
    parse: (text) => colorChoices.find((choice) => choice === text),
  }),
} as const;

export type PreferenceName = keyof typeof preferences;

export type PreferenceValue<Name extends PreferenceName> = NonNullable<
  ReturnType<(typeof preferences)[Name]['parse']>
>;

/** The texts that may set preferences, from flags of this run and from the profile in use. */
export interface PreferenceTexts {
  flags: Partial<Record<PreferenceName, string>>;
  env: Environment;
  /** As stored: the config may have been written by hand. */
  profile: Record<string, unknown>;
  profileName: string;
}

export interface ResolvedPreference {
  key: PreferenceName;
  value: string;
  source: PreferenceSource;
  /** The flag, variable or profile itself. */
  origin: string | null;
  summary: string;
}

export const preferenceNames = Object.keys(preferences).filter(isPreferenceName);

export const preferenceFields = ['key', 'value', 'source', 'origin', 'summary'] as const;

/** @throws Failure `usage` for a name that is no preference */
export function knownPreference(name: string): PreferenceName {
  if (isPreferenceName(name)) return name;
  throw new Failure('usage', `unknown preference '${name}'`, {
    hint: `the preferences are ${preferenceNames.join(', ')}`,
  });
}

/** @throws Failure `usage` for a text that is no value of the preference */
export function checkPreference(name: PreferenceName, text: string): void {
  if (parsePreference(name, text) !== undefined) return;
  throw noValue(name, name, text);
}

function isPreferenceName(name: string): name is PreferenceName {
  return Object.hasOwn(preferences, name);
}

/** The text of a preference and where it came from. */
export function resolvePreference(
  name: PreferenceName,
  texts: PreferenceTexts,
): ResolvedPreference {
  const { flag, variable, fallback, summary }: Preference<unknown> = preferences[name];
  const fromVariable = variable === undefined ? undefined : texts.env[variable];
  const candidates: readonly [PreferenceSource, string | undefined, string | undefined][] = [
    ['flag', texts.flags[name], flag],
    ['variable', fromVariable || undefined, variable],
    ['profile', storedText(texts.profile[name]), texts.profileName],
  ];
  for (const [source, value, origin] of candidates) {
    if (value !== undefined) return { key: name, value, source, origin: origin ?? null, summary };
  }
  return { key: name, value: fallback, source: 'default', origin: null, summary };
}

/** A number as it was meant, and anything else as it stands, to be refused. */
function storedText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The value of a preference.
 *
 * @throws Failure `usage` for a bad flag or variable, `config` for a bad stored value
 */
export function readPreference<Name extends PreferenceName>(
  name: Name,
  texts: PreferenceTexts,
): PreferenceValue<Name> {
  const { value, source, origin } = resolvePreference(name, texts);
  const parsed = parsePreference(name, value);
  if (parsed !== undefined) return parsed;
  if (source !== 'profile') throw noValue(name, origin ?? name, value);
  throw new Failure('config', `${name} in profile '${origin}' cannot be '${value}'`, {
    hint: `dotaf config set ${name} ${preferences[name].example} --profile ${shellWord(texts.profileName)}`,
  });
}

function noValue(name: PreferenceName, place: string, text: string): Failure {
  return new Failure('usage', `${place} cannot be '${text}'`, {
    hint: `${preferences[name].summary}, such as ${preferences[name].example}`,
  });
}

function parsePreference<Name extends PreferenceName>(
  name: Name,
  text: string,
): PreferenceValue<Name> | undefined {
  const parse: (text: string) => unknown = preferences[name].parse;
  return parse(text) as PreferenceValue<Name> | undefined;
}

function preference<Value>(declared: Preference<Value>): Preference<Value> {
  return declared;
}

function parseSeconds(text: string, least: number): number | undefined {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : undefined;
  return seconds !== undefined && seconds >= least ? seconds : undefined;
}

function parseTlds(text: string): string[] | undefined {
  const tlds = text.split(',').map((part) => (/[^\s.]/.test(part) ? parseTld(part) : undefined));
  return tlds.every((tld) => tld !== undefined) ? tlds : undefined;
}
