import type { CommandContext } from '../../cli/context.ts';
import { promptForInput, withEchoOff } from '../../cli/prompt.ts';
import { parseBaseUrl } from '../../core/base-url.ts';
import { type ParseResult, shellQuote } from '../../core/text.ts';
import { Failure, usageFailure } from '../../errors.ts';
import { clearDomainCaches } from '../../settings/completion-cache.ts';
import {
  findProfile,
  getActiveProfileName,
  type Profile,
  upsertProfile,
} from '../../settings/config.ts';
import {
  type Credentials,
  describeAccountConflict,
  findCredentialProblem,
  getProfileStorageId,
  maskApiKey,
  redactProfile,
} from '../../settings/credentials.ts';
import { readTextInput } from '../../system/input.ts';

interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

const scriptHint = 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt';

export async function logIn(context: CommandContext, options: LoginOptions) {
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
  const required = { '--base-url': baseUrlOverride, '--key': key, '--secret-stdin': secret };
  const missing = Object.entries(required).filter(([, value]) => value === undefined);
  if (!canPrompt && missing.length > 0) {
    const names = missing.map(([option]) => option).join(', ');
    throw usageFailure(`required without a terminal: ${names}`, scriptHint);
  }
  const baseUrl = baseUrlOverride?.baseUrl ?? (await promptBaseUrl(context, profile));
  const retries = canPrompt && secretCommand === undefined ? 2 : 0;
  const result = await tryLogin(context, profile, baseUrl, options, retries);
  const next = result.active ? 'dotaf' : `dotaf --profile ${shellQuote(result.profile)}`;
  if (canPrompt) context.lifecycle.afterOutput(() => output.info([`next: ${next}`]));
  return result;
}

async function tryLogin(
  context: CommandContext,
  storedProfile: Profile,
  baseUrl: string,
  { key: keyOption, ...options }: LoginOptions,
  retries: number,
  defaultKey = storedProfile.key,
) {
  const { account, canPrompt, output, system } = context;
  const { secretCommand } = options;
  const key =
    keyOption === undefined
      ? await promptKey(context, defaultKey)
      : requireCredential('key', keyOption);
  const { profile, replaced } = await chooseProfile(
    context,
    storedProfile,
    { baseUrl, key },
    options,
  );
  const secret = secretCommand === undefined ? await readSecret(context) : undefined;
  const origin = {
    kind: 'profile',
    source: 'this log-in',
    remedy: '',
    isLoginAttempt: true,
  } as const;
  const credentials = { ...origin, profile: profile.name, baseUrl, key, secret, secretCommand };
  try {
    const service = await account.createService(credentials);
    const verify = () => output.progress.withSpinner(() => service.balance());
    const { account_number } = await (canPrompt ? withEchoOff(system, verify) : verify());
    return { ...(await storeCredentials(context, credentials, replaced)), account_number };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Replace the default hint, which refers to a stored base URL: login has not stored one yet.
    const hint = 'compare the base URL with the one in your reseller portal';
    if (error.details.isForeignServer) throw error.with({ hint });
    if (error.code !== 'unauthorized' || retries === 0) throw error;
    await output.warn(error.fullMessage);
    const retryOptions: LoginOptions = replaced ? { ...options, replace: true } : options;
    // Offer the same key as the default, since often only the secret was wrong.
    return tryLogin(context, profile, baseUrl, retryOptions, retries - 1, key);
  }
}

async function promptBaseUrl(context: CommandContext, { base_url = '' }: Profile) {
  await context.output.info(['In the reseller portal, under API access, you find these three:']);
  const { probeBaseUrl } = await import('../../cli/create-client.ts');
  let warnedUrl = '';
  return promptForInput(context, {
    message: 'Base URL',
    parse: parseBaseUrl,
    // Do not offer an invalid stored URL, such as one that contains a password.
    default: parseBaseUrl(base_url).ok ? base_url : '',
    placeholder: 'https://portal.example',
    async verify(baseUrl) {
      // Accept a base URL despite the warning if the user enters the same URL a second time.
      if (baseUrl === warnedUrl) return undefined;
      warnedUrl = baseUrl;
      const warning = await probeBaseUrl(context, baseUrl);
      return warning && `${warning}; press Enter again to use it all the same`;
    },
  });
}

function promptKey(context: CommandContext, key = '') {
  const message = key === '' ? 'API key' : `API key (empty keeps ${maskApiKey(key)})`;
  return promptForInput(context, { message, parse: (text) => parseCredential(text || key) });
}

async function readSecret(context: CommandContext) {
  const { canPrompt, system, signal } = context;
  if (canPrompt) {
    return promptForInput(context, {
      message: 'API secret',
      parse: parseCredential,
      isSecret: true,
    });
  }
  if (system.stdin.isTTY) {
    throw usageFailure('a secret typed here would be seen on the screen', scriptHint);
  }
  const text = await readTextInput(() => system.stdin.stream, 'stdin', signal);
  return requireCredential('secret', text);
}

function requireCredential(label: 'key' | 'secret', text: string) {
  const credential = parseCredential(text);
  if (credential.ok) return credential.value;
  throw usageFailure(
    `the ${label} ${credential.reason}`,
    'copy it from the reseller portal again, without quotes or spaces',
  );
}

/** Parses a credential, ignoring the trailing newline of a file and spaces around pasted text. */
function parseCredential(text: string): ParseResult<string> {
  const value = text.trim();
  const reason = findCredentialProblem(value);
  return reason ? { ok: false, reason } : { ok: true, value };
}

/**
 * Returns the profile to store the account in. Asks for a new name if the profile holds another
 * account. @throws a `usage` Failure if prompts are disabled
 */
async function chooseProfile(
  context: CommandContext,
  profile: Profile,
  account: Pick<Credentials, 'baseUrl' | 'key'>,
  { replace }: LoginOptions,
): Promise<{ profile: Profile; replaced: string | undefined }> {
  const conflict = describeAccountConflict(profile, account);
  if (!conflict || replace) return { profile, replaced: conflict };
  if (!context.canPrompt) throw replacementFailure(conflict);
  await context.output.warn(conflict);
  const name = await promptForInput(context, {
    message: `Name of the new profile ('${profile.name}' replaces it)`,
    parse: (text) => (text === '' ? { ok: false, reason: 'is empty' } : { ok: true, value: text }),
  });
  if (name === profile.name) return { profile, replaced: conflict };
  const newProfile = findProfile(context.settings.config, name) ?? { name };
  return chooseProfile(context, newProfile, account, {});
}

function replacementFailure(conflict: string) {
  return usageFailure(
    conflict,
    'add --replace to replace it, or --profile <name> to store this account beside it',
  );
}

/** @throws a `usage` Failure if another process has just stored a different account */
async function storeCredentials(
  { settings, output }: CommandContext,
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
  const config = await settings.updateConfig((current) => {
    const conflict = describeAccountConflict(findProfile(current, name) ?? { name }, credentials);
    if (conflict && conflict !== replaced) throw replacementFailure(conflict);
    if (conflict) clearDomainCaches(settings, getProfileStorageId(name));
    const next = upsertProfile(current, name, (profile) => ({ ...profile, ...account }));
    return { ...next, active: getActiveProfileName(current) ?? name };
  });
  const active = config.active === name;
  if (!active) {
    const hint = `dotaf auth use ${shellQuote(name)} changes that`;
    await output.note(`profile '${config.active}' stays active; ${hint}`);
  }
  if (settings.hasEnvironmentCredentials) {
    await output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
  }
  return { profile: name, active, ...redactProfile(account) };
}
