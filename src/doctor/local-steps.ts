import { statSync } from 'node:fs';
import { maskKey, secretWord } from '../settings/credentials.ts';
import { preferenceNames } from '../settings/preferences.ts';
import type { Examination } from './examination.ts';
import { type Finding, ok, warning } from './step.ts';

/** The source of the credentials names the variable itself. */
const choices = {
  option: ', chosen by --profile',
  DOTAF_PROFILE: '',
  config: ', chosen as the active one',
  default: ', chosen as the default',
};

/** Also reads every preference, so that a bad one is named here and not by a later step. */
export async function testSettings({ context }: Examination): Promise<Finding> {
  const { settings, surroundings } = context;
  const { source, key, secret, tier } = await context.credentials();
  for (const name of preferenceNames) settings.preference(name);
  const shown = `${source}, key ${maskKey(key)}`;
  if (tier !== 'profile') return ok(shown);
  const { file } = settings.file;
  const chosen = choices[settings.chosenProfile.by];
  const mode = modeOf(file);
  const found = `${shown}, secret ${secretWord(secret)}${chosen}`;
  if (mode === undefined || surroundings.platform === 'win32') return ok(found);
  const said = `${found}, file mode 0${mode.toString(8)}`;
  return (mode & 0o077) === 0
    ? ok(said)
    : warning(`${said}: others may read it`, `chmod 600 ${file}`);
}

export async function testBaseUrl({ context }: Examination): Promise<Finding> {
  const { baseUrl, tier } = await context.credentials();
  const { env } = context.surroundings;
  const isByVariable = tier !== 'sandbox' && env.DOTAF_BASE_URL;
  const from = isByVariable ? 'DOTAF_BASE_URL' : `the ${tier}`;
  const isByOption = tier !== 'sandbox' && context.options.baseUrl !== undefined;
  return ok(`${baseUrl}, from ${isByOption ? '--base-url' : from}`);
}

export async function testProxy(examination: Examination): Promise<Finding> {
  const proxy = await examination.proxy();
  const { env } = examination.context.surroundings;
  // The address of a proxy may hold a password.
  if (proxy !== undefined) return ok(`${proxy.host}, from HTTPS_PROXY`);
  const isSet = env.https_proxy || env.HTTPS_PROXY;
  return ok(isSet ? 'HTTPS_PROXY is set, and not used for this address' : 'none is set');
}

/** API document, section 8: 60 requests a minute by default. */
const documented = { requests: 60, windowMs: 60_000 };

export async function testRateLimit({ context }: Examination): Promise<Finding> {
  const { requests, windowMs } = context.settings.preference('rate-limit');
  const { source, origin } = context.settings.shownPreference('rate-limit');
  const from = source === 'default' ? 'the default' : `from ${source} ${origin ?? ''}`.trim();
  const found = `${requests} requests in ${windowMs / 1000} s, ${from}`;
  if (requests * documented.windowMs <= documented.requests * windowMs) return ok(found);
  const undo = source === 'profile' ? 'dotaf config unset rate-limit' : `leave ${origin} out`;
  return warning(
    `${found}: more than the 60 a minute of a usual credential`,
    `ask whether the service allows this credential so many, or: ${undo}`,
  );
}

function modeOf(file: string): number | undefined {
  try {
    return statSync(file).mode & 0o777;
  } catch {
    return undefined;
  }
}
