import { jsonText } from '../core/json.ts';
import type { Environment } from '../platform/surroundings.ts';

/** The typed options, named as commander names them (`maxWait` for `--max-wait`), and the environment. */
export interface Inputs {
  options: Readonly<Record<string, unknown>>;
  env: Environment;
}

export interface Setting {
  value: string;
  source: 'flag' | 'variable' | 'profile' | 'default';
  origin: string | null;
}

const usualProfile: Setting = { value: 'default', source: 'default', origin: null };

/** The account that a line means: a pair in the environment, or half of one, before any profile. */
export function meantAccount(inputs: Inputs, activeProfile?: string) {
  const { DOTAF_KEY: key = '', DOTAF_SECRET: secret = '' } = inputs.env;
  return {
    key,
    secret,
    baseUrl: findSetting('base-url', inputs, 'DOTAF_BASE_URL'),
    profile: findSetting('profile', inputs, 'DOTAF_PROFILE', activeProfile) ?? usualProfile,
  };
}

/** An option comes before a variable, and a variable before what a profile holds. */
export function findSetting(
  name: string,
  { options, env }: Inputs,
  variable = '',
  stored?: unknown,
  profile: string | null = null,
): Setting | undefined {
  const option = options[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
  if (option === true) return { value: 'always', source: 'flag', origin: `--${name}` };
  if (option === false) return { value: 'never', source: 'flag', origin: `--no-${name}` };
  if (typeof option === 'string') return { value: option, source: 'flag', origin: `--${name}` };
  const set = env[variable];
  if (set) return { value: set, source: 'variable', origin: variable };
  if (stored === undefined) return undefined;
  return { value: jsonText(stored), source: 'profile', origin: profile };
}
