import { readBaseUrl } from '../core/base-url.ts';
import type { Result } from '../core/result.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { readText } from '../platform/files.ts';
import { activeName, findProfile, type Profile, withProfile } from '../settings/config.ts';
import {
  type Credentials,
  faultOf,
  maskKey,
  otherAccountIn,
  profileId,
  shownProfile,
} from '../settings/credentials.ts';
import { forgetDomains } from '../settings/known-domains.ts';
import { ask, discardRest } from './ask.ts';
import type { Context } from './context.ts';

interface LogInOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

const scriptHint = 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt';

export async function logIn(context: Context, options: LogInOptions) {
  const { settings, surroundings, canAsk } = context;
  if (context.options.sandbox) {
    const says = '--sandbox ends with this command, so nothing can log in to it';
    throw new Failure('usage', says, { hint: 'dotaf sandbox' });
  }
  const { profileName: name, config, givenBaseUrl } = settings;
  const profile = findProfile(config, name) ?? { name };
  const { key, secretStdin, secretCommand } = options;
  const secret = secretCommand ?? secretStdin;
  const needed = { '--base-url': givenBaseUrl, '--key': key, '--secret-stdin': secret };
  if (!canAsk) refuseMissing(needed);
  try {
    const baseUrl = givenBaseUrl?.baseUrl ?? (await askBaseUrl(context, profile));
    const repeats = canAsk && secretCommand === undefined ? 2 : 0;
    return await enter(context, profile, baseUrl, options, repeats);
  } finally {
    if (canAsk) await discardRest(surroundings);
  }
}

/** Verifies the credentials with one balance request, and only then stores them. */
async function enter(
  context: Context,
  profile: Profile,
  baseUrl: string,
  { key: typed, ...options }: LogInOptions,
  repeats: number,
) {
  const { secretCommand } = options;
  const key = typed === undefined ? await askKey(context, profile) : checked('key', typed);
  const replaced = await accountToReplace(context, profile, { baseUrl, key }, options);
  const secret = secretCommand === undefined ? await takeSecret(context) : undefined;
  const origin = { tier: 'profile', source: 'this log-in', remedy: '' } as const;
  const credentials = { ...origin, profile: profile.name, baseUrl, key, secret, secretCommand };
  try {
    const service = await context.account.serviceWith(credentials);
    const { account_number } = await context.output.progress.whileWorking('asking', () =>
      service.balance(),
    );
    return { ...(await store(context, credentials, replaced)), account_number };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The usual hint speaks of a base URL that is stored.
    const hint = 'compare the base URL with the one in your reseller portal';
    if (error.details.isNotTheService) throw error.with({ hint });
    if (error.code !== 'unauthorized' || repeats === 0) throw error;
    await context.output.warning(error.text);
    return enter(context, profile, baseUrl, options, repeats - 1);
  }
}

function refuseMissing(needed: Record<string, unknown>): void {
  const missing = Object.keys(needed).filter((option) => needed[option] === undefined);
  if (missing.length === 0) return;
  const says = `required without a terminal: ${missing.join(', ')}`;
  throw new Failure('usage', says, { hint: scriptHint });
}

function askBaseUrl(context: Context, { base_url = '' }: Profile): Promise<string> {
  const message = 'Base URL (such as https://portal.example)';
  const usual = readBaseUrl(base_url).ok ? base_url : undefined;
  return ask(context, { message, read: readBaseUrl, default: usual });
}

function askKey(context: Context, { key = '' }: Profile): Promise<string> {
  const message = key === '' ? 'API key' : `API key (empty keeps ${maskKey(key)})`;
  return ask(context, { message, read: (text) => readCredential(text || key) });
}

async function takeSecret(context: Context): Promise<string> {
  const { canAsk, surroundings, signal } = context;
  if (canAsk) {
    return ask(context, { message: 'API secret', read: readCredential, isSecret: true });
  }
  if (surroundings.stdin.isTTY) {
    const says = 'a secret typed here would be seen on the screen';
    throw new Failure('usage', says, { hint: scriptHint });
  }
  const text = await readText(() => surroundings.stdin.stream, 'stdin', signal);
  return checked('secret', text);
}

function checked(what: 'key' | 'secret', text: string): string {
  const credential = readCredential(text);
  if (credential.ok) return credential.value;
  throw new Failure('usage', `the ${what} ${credential.reason}`, {
    hint: 'copy it from the reseller portal again, without quotes or spaces',
  });
}

/** Drops the line break of a file and the spaces of a paste. */
function readCredential(text: string): Result<string> {
  const value = text.trim();
  const reason = faultOf(value);
  return reason === undefined ? { ok: true, value } : { ok: false, reason };
}

/** Names the account that may be replaced. @throws Failure `usage` if none may */
async function accountToReplace(
  context: Context,
  profile: Profile,
  account: Pick<Credentials, 'baseUrl' | 'key'>,
  { replace }: LogInOptions,
): Promise<string | undefined> {
  const held = otherAccountIn(profile, account);
  if (held === undefined || replace) return held;
  if (!context.canAsk) throw refuseReplacement(held);
  await context.output.warning(held);
  const answer = await ask(context, { message: 'Replace it? (yes/no)' });
  if (/^y(es)?$/i.test(answer)) return held;
  throw refuseReplacement(held);
}

function refuseReplacement(held: string): Failure {
  return new Failure('usage', held, {
    hint: 'add --replace to replace it, or --profile <name> to store this account beside it',
  });
}

/** @throws Failure `usage` if another process has stored another account meanwhile */
async function store(
  { settings, output }: Context,
  credentials: Credentials & { profile: string },
  replaced: string | undefined,
) {
  const { profile: name, baseUrl: base_url, key } = credentials;
  const { secret, secretCommand: secret_command } = credentials;
  const account = { name, base_url, key, secret, secret_command };
  const config = await settings.update((before) => {
    const held = otherAccountIn(findProfile(before, name) ?? { name }, credentials);
    if (held !== undefined && held !== replaced) throw refuseReplacement(held);
    if (held !== undefined) forgetDomains(settings, profileId(name));
    const next = withProfile(before, name, (profile) => ({ ...profile, ...account }));
    return { ...next, active: activeName(before) ?? name };
  });
  const active = config.active === name;
  if (!active) {
    const change = `dotaf auth use ${shellWord(name)} changes that`;
    await output.note(`profile '${config.active}' stays active; ${change}`);
  }
  if (settings.hasEnvironmentPair) {
    await output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
  }
  return { profile: name, active, ...shownProfile(account) };
}
