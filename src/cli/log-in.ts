import { parseBaseUrl } from '../core/base-url.ts';
import { type Result, shellQuote } from '../core/text.ts';
import { Failure, usageFailure } from '../errors.ts';
import { readText } from '../platform/files.ts';
import { activeProfileName, findProfile, type Profile, upsertProfile } from '../settings/config.ts';
import {
  type Credentials,
  credentialProblem,
  findAccountConflict,
  maskKey,
  profileId,
  redactProfile,
} from '../settings/credentials.ts';
import { clearDomainCaches } from '../settings/known-domains.ts';
import { ask, unheard } from './ask.ts';
import type { Context } from './context.ts';

interface LogInOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

const scriptHint = 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt';

export async function logIn(context: Context, options: LogInOptions) {
  const { settings, output, canPrompt } = context;
  if (context.options.sandbox) {
    throw usageFailure(
      '--sandbox ends with this command, so nothing can log in to it',
      'dotaf sandbox',
    );
  }
  const { profileName: name, config, baseUrlOverride } = settings;
  const profile = findProfile(config, name) ?? { name };
  const { key, secretStdin, secretCommand } = options;
  const secret = secretCommand ?? secretStdin;
  const needed = { '--base-url': baseUrlOverride, '--key': key, '--secret-stdin': secret };
  if (!canPrompt) refuseMissing(needed);
  const baseUrl = baseUrlOverride?.baseUrl ?? (await askBaseUrl(context, profile));
  const repeats = canPrompt && secretCommand === undefined ? 2 : 0;
  const stored = await enter(context, profile, baseUrl, options, repeats);
  const next = stored.active ? 'dotaf' : `dotaf --profile ${shellQuote(stored.profile)}`;
  if (canPrompt) context.end.afterOutput(() => output.info([`next: ${next}`]));
  return stored;
}

async function enter(
  context: Context,
  held: Profile,
  baseUrl: string,
  { key: typed, ...options }: LogInOptions,
  repeats: number,
  lastKey = held.key,
) {
  const { account, canPrompt, output, system } = context;
  const { secretCommand } = options;
  const key = typed === undefined ? await askKey(context, lastKey) : checked('key', typed);
  const { profile, replaced } = await chooseProfile(context, held, { baseUrl, key }, options);
  const secret = secretCommand === undefined ? await takeSecret(context) : undefined;
  const origin = {
    kind: 'profile',
    source: 'this log-in',
    remedy: '',
    isLoginAttempt: true,
  } as const;
  const credentials = { ...origin, profile: profile.name, baseUrl, key, secret, secretCommand };
  try {
    const service = await account.serviceWith(credentials);
    const verify = () => output.progress.withSpinner(() => service.balance());
    const { account_number } = await (canPrompt ? unheard(system, verify) : verify());
    return { ...(await store(context, credentials, replaced)), account_number };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The usual hint speaks of a base URL that is stored.
    const hint = 'compare the base URL with the one in your reseller portal';
    if (error.details.isForeignServer) throw error.with({ hint });
    if (error.code !== 'unauthorized' || repeats === 0) throw error;
    await output.warn(error.text);
    const again: LogInOptions = replaced === undefined ? options : { ...options, replace: true };
    // Often only the secret was wrong.
    return enter(context, profile, baseUrl, again, repeats - 1, key);
  }
}

function refuseMissing(needed: Record<string, unknown>): void {
  const missing = Object.keys(needed).filter((option) => needed[option] === undefined);
  if (missing.length === 0) return;
  throw usageFailure(`required without a terminal: ${missing.join(', ')}`, scriptHint);
}

async function askBaseUrl(context: Context, { base_url = '' }: Profile): Promise<string> {
  await context.output.info(['In the reseller portal, under API access, you find these three:']);
  const { testAddress } = await import('./connect-service.ts');
  let doubted = '';
  return ask(context, {
    message: 'Base URL',
    read: parseBaseUrl,
    // One with a password in it is not shown.
    default: parseBaseUrl(base_url).ok ? base_url : '',
    example: 'https://portal.example',
    async test(baseUrl) {
      // Whoever types an address twice knows better.
      if (baseUrl === doubted) return undefined;
      doubted = baseUrl;
      const doubt = await testAddress(context, baseUrl);
      return doubt && `${doubt}; press Enter again to use it all the same`;
    },
  });
}

function askKey(context: Context, key = ''): Promise<string> {
  const message = key === '' ? 'API key' : `API key (empty keeps ${maskKey(key)})`;
  return ask(context, { message, read: (text) => readCredential(text || key) });
}

async function takeSecret(context: Context): Promise<string> {
  const { canPrompt, system, signal } = context;
  if (canPrompt) {
    return ask(context, { message: 'API secret', read: readCredential, isSecret: true });
  }
  if (system.stdin.isTTY) {
    throw usageFailure('a secret typed here would be seen on the screen', scriptHint);
  }
  const text = await readText(() => system.stdin.stream, 'stdin', signal);
  return checked('secret', text);
}

function checked(what: 'key' | 'secret', text: string): string {
  const credential = readCredential(text);
  if (credential.ok) return credential.value;
  throw usageFailure(
    `the ${what} ${credential.reason}`,
    'copy it from the reseller portal again, without quotes or spaces',
  );
}

/** Drops the line break of a file and the spaces of a paste. */
function readCredential(text: string): Result<string> {
  const value = text.trim();
  const reason = credentialProblem(value);
  return reason === undefined ? { ok: true, value } : { ok: false, reason };
}

/** @throws Failure `usage` where nobody can be asked for the name of another profile */
async function chooseProfile(
  context: Context,
  profile: Profile,
  account: Pick<Credentials, 'baseUrl' | 'key'>,
  { replace }: LogInOptions,
): Promise<{ profile: Profile; replaced: string | undefined }> {
  const held = findAccountConflict(profile, account);
  if (held === undefined || replace) return { profile, replaced: held };
  if (!context.canPrompt) throw refuseReplacement(held);
  await context.output.warn(held);
  const name = await ask(context, {
    message: `Name of the new profile ('${profile.name}' replaces it)`,
    read: (text) => (text === '' ? { ok: false, reason: 'is empty' } : { ok: true, value: text }),
  });
  if (name === profile.name) return { profile, replaced: held };
  const named = findProfile(context.settings.config, name) ?? { name };
  return chooseProfile(context, named, account, {});
}

function refuseReplacement(held: string): Failure {
  return usageFailure(
    held,
    'add --replace to replace it, or --profile <name> to store this account beside it',
  );
}

/** @throws Failure `usage` if another process has stored another account meanwhile */
async function store(
  { settings, output }: Context,
  credentials: Credentials & { profile: string },
  replaced: string | undefined,
) {
  const {
    profile: name,
    baseUrl: base_url,
    key,
    secret,
    secretCommand: secret_command,
  } = credentials;
  const account = { name, base_url, key, secret, secret_command };
  const config = await settings.updateConfig((before) => {
    const held = findAccountConflict(findProfile(before, name) ?? { name }, credentials);
    if (held !== undefined && held !== replaced) throw refuseReplacement(held);
    if (held !== undefined) clearDomainCaches(settings, profileId(name));
    const next = upsertProfile(before, name, (profile) => ({ ...profile, ...account }));
    return { ...next, active: activeProfileName(before) ?? name };
  });
  const active = config.active === name;
  if (!active) {
    const change = `dotaf auth use ${shellQuote(name)} changes that`;
    await output.note(`profile '${config.active}' stays active; ${change}`);
  }
  if (settings.hasEnvironmentCredentials) {
    await output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
  }
  return { profile: name, active, ...redactProfile(account) };
}
