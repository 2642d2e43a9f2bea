import { Redactor } from '../../api/redact.ts';
import type { CommandContext } from '../../cli/context.ts';
import { promptForInput, withEchoOff } from '../../cli/prompt.ts';
import { parseBaseUrl } from '../../core/base-url.ts';
import { type ParseResult, shellQuote, unwrapPastedValue } from '../../core/text.ts';
import { CliError, usageError } from '../../errors.ts';
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
import { clearDomainCache, clearMarks } from '../../state/account-files.ts';
import { readTextInput } from '../../system/input.ts';

interface LoginOptions {
  key?: string;
  /** Secret from the previous attempt, reused while the user corrects the base URL. */
  secret?: string | undefined;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

const scriptHint = 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt';

export async function logIn(context: CommandContext, options: LoginOptions) {
  const { settings, output, canPrompt } = context;
  if (context.options.sandbox) {
    throw usageError(
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
    throw usageError(`required without a terminal: ${names}`, scriptHint);
  }
  if (!baseUrlOverride) {
    await output.info(['In the reseller portal, under API access, you find these three:']);
  }
  const baseUrl = baseUrlOverride?.baseUrl ?? (await promptBaseUrl(context, profile.base_url));
  const retries = canPrompt && secretCommand === undefined ? 2 : 0;
  const result = await tryLogin(context, profile, baseUrl, options, retries);
  const next = result.active ? 'dotaf' : `dotaf --profile ${shellQuote(result.profile)}`;
  if (canPrompt) context.afterOutput(() => output.info([`next: ${next}`]));
  return result;
}

async function tryLogin(
  context: CommandContext,
  profile: Profile,
  baseUrl: string,
  { key: keyOption, secret: knownSecret, ...options }: LoginOptions,
  retries: number,
  defaultKey = profile.key,
) {
  const { account, canPrompt, output, system } = context;
  const { secretCommand, replace } = options;
  const key = await readKey(context, keyOption, defaultKey);
  const conflict = describeAccountConflict(profile, { baseUrl, key });
  if (conflict && !replace && !canPrompt) throw replacementError(conflict);
  const secret =
    secretCommand === undefined ? (knownSecret ?? (await readSecret(context))) : undefined;
  const credentials: Credentials = {
    kind: 'profile',
    source: 'this log-in',
    remedy: '',
    profile: profile.name,
    baseUrl,
    key,
    secret,
    secretCommand,
  };
  assertProfileName(profile.name, credentials);
  try {
    const service = await account.createService(credentials);
    const verify = () => output.progress.withSpinner(() => service.balance());
    const { account_number } = await (canPrompt ? withEchoOff(system, verify) : verify());
    if (conflict && !replace) await confirmReplacement(context, conflict);
    return { ...(await storeCredentials(context, credentials, profile)), account_number };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const isForeign = error.details.kind === 'foreign-server';
    const nextUrl = await correctBaseUrl(context, baseUrl, error, isForeign, retries);
    if (isForeign) return tryLogin(context, profile, nextUrl, { ...options, key, secret }, retries);
    return tryLogin(context, profile, nextUrl, options, retries - 1, key);
  }
}

/**
 * Prompts for another base URL after a failed login.
 * @throws the login error if another base URL would not help, or if prompting is not possible
 */
async function correctBaseUrl(
  context: CommandContext,
  baseUrl: string,
  error: CliError,
  isForeign: boolean,
  retries: number,
) {
  // Replace the default hint, which suggests checking the stored base URL: none is stored yet.
  const hint = 'compare the base URL with the one in your reseller portal';
  if (isForeign && !context.canPrompt) throw error.with({ hint });
  const isRefused = error.code === 'unauthorized' && error.details.kind !== 'address-refused';
  if (!isForeign && (!isRefused || retries === 0)) throw error;
  await context.output.warn(error.fullMessage);
  return promptBaseUrl(context, baseUrl, isForeign ? '' : baseUrl);
}

/** @param acceptedUrl a base URL that has returned an API response, so it is not probed again */
async function promptBaseUrl(context: CommandContext, defaultUrl = '', acceptedUrl = '') {
  const { probeBaseUrl } = await import('../../cli/create-client.ts');
  // Do not offer an invalid stored URL as the default: it may contain a password.
  const validDefault = parseBaseUrl(defaultUrl).ok ? defaultUrl : '';
  let warnedUrl = acceptedUrl;
  return promptForInput(context, {
    message: validDefault === '' ? 'Base URL (such as https://portal.example)' : 'Base URL',
    parse(text) {
      const result = parseBaseUrl(unwrapPastedValue(text));
      if (!result.ok || result.value.startsWith(text)) return result;
      return { ...result, note: `the base URL is taken to be ${result.value}` };
    },
    default: validDefault,
    async verify(baseUrl) {
      // Accept a base URL despite the warning if the user enters it a second time.
      if (baseUrl === warnedUrl) return undefined;
      warnedUrl = baseUrl;
      const { problem } = await probeBaseUrl(context, baseUrl);
      return problem && `${problem}; press Enter again to use it all the same`;
    },
  });
}

async function readKey(context: CommandContext, option?: string, defaultKey = '') {
  if (option !== undefined) return requireCredential(context, 'key', option);
  const message = defaultKey === '' ? 'API key' : `API key (empty keeps ${maskApiKey(defaultKey)})`;
  return promptForInput(context, { message, parse: (text) => parseCredential(text || defaultKey) });
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
    throw usageError('a secret typed here would be seen on the screen', scriptHint);
  }
  const text = await readTextInput(() => system.stdin.stream, 'stdin', signal);
  return requireCredential(context, 'secret', text);
}

async function requireCredential(
  { output }: CommandContext,
  label: 'key' | 'secret',
  text: string,
) {
  const credential = parseCredential(text);
  if (credential.ok) {
    if (credential.note) await output.note(`${label}: ${credential.note}`);
    return credential.value;
  }
  throw usageError(
    `the ${label} ${credential.reason}`,
    'copy it from the reseller portal again, without quotes or spaces',
  );
}

function parseCredential(text: string): ParseResult<string> {
  const value = unwrapPastedValue(text);
  const reason = findCredentialProblem(value);
  if (reason) return { ok: false, reason };
  const note = 'left out the quotation marks or the name around it';
  return { ok: true, value, note: value === text.trim() ? undefined : note };
}

async function confirmReplacement(context: CommandContext, conflict: string) {
  await context.output.warn(conflict);
  const answer = await promptForInput(context, {
    message: 'Replace it? (y/N)',
    parse: (text) => ({ ok: true, value: text.toLowerCase() }),
    // Echo only three characters of the answer, in case the user pastes the secret.
    transformer: (text) => text.slice(0, 3),
  });
  if (['y', 'yes'].includes(answer)) return;
  throw usageError('nothing was stored', "dotaf auth login '<name>'");
}

/** @throws a `usage` error if the profile name, which is not redacted, contains a credential */
function assertProfileName(name: string, { key, secret = '' }: Credentials) {
  const isLeak = new Redactor([key, secret]).redact(name) !== name;
  if (!isLeak && ![key, secret].includes(name)) return;
  throw usageError(
    "the profile's name is the key or the secret, which no name may show",
    'choose another: --profile <name>',
  );
}

function replacementError(conflict: string) {
  return usageError(
    conflict,
    'add --replace to replace it, or --profile <name> to store this account beside it',
  );
}

/** @throws a `usage` error if another process has stored a different account in the meantime */
async function storeCredentials(
  { settings, output }: CommandContext,
  credentials: Credentials,
  profile: Profile,
) {
  const { name } = profile;
  const replaced = describeAccountConflict(profile, credentials);
  const { baseUrl: base_url, key, secret, secretCommand: secret_command } = credentials;
  const account = { name, base_url, key, secret, secret_command };
  const config = await settings.updateConfig((current) => {
    const conflict = describeAccountConflict(findProfile(current, name) ?? { name }, credentials);
    if (conflict && conflict !== replaced) throw replacementError(conflict);
    if (conflict) {
      clearDomainCache(settings, getProfileStorageId(name));
      clearMarks(settings, getProfileStorageId(name));
    }
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
