import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { ask } from '../output/prompt.ts';
import { readText } from '../platform/files.ts';
import { activeProfile, type Config, findProfile, withProfile } from '../settings/config.ts';
import {
  type Account,
  addressSource,
  checkedBaseUrl,
  faultOfCredential,
  holdsOtherAccount,
  maskKey,
  otherAccount,
  type SecretSource,
  secretWord,
} from '../settings/credentials.ts';
import { keepDomainNames, profileOwner } from '../settings/known-domains.ts';
import type { Context } from './context.ts';

export interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

/** Where an account is stored, and whether another one there may give way. */
interface Destination extends Account {
  name: string;
  mayReplace: boolean;
}

interface Entered extends Destination {
  secret: SecretSource;
}

/** Verifies credentials with one balance request, then stores them. */
export async function logIn(context: Context, options: LoginOptions) {
  const entered = await enter(context, options);
  const account_number = await verify(context, entered);
  return { ...(await store(context, entered)), account_number };
}

/** Takes credentials from options, the environment and stdin, and asks a person once for the others. */
async function enter(context: Context, options: LoginOptions): Promise<Entered> {
  const { settings, surroundings, canAsk } = context;
  const { config, chosenProfile } = settings;
  if (chosenProfile.name === '') throw settings.noProfile();
  if (context.options.sandbox) {
    throw new Failure('usage', '--sandbox ends with this command, so nothing can log in to it', {
      hint: 'dotaf sandbox',
    });
  }
  const flag = context.options.baseUrl;
  const address = flag ?? (surroundings.env.DOTAF_BASE_URL || undefined);
  if (!canAsk) refuseMissing(address, options);
  const ownUrl = address === undefined ? undefined : checkedBaseUrl(address, addressSource(flag));
  const ownKey = options.key === undefined ? undefined : checkedCredential('key', options.key);
  const baseUrl = ownUrl ?? checkedBaseUrl(await ask(context, 'Base URL'), 'this log-in');
  const key = ownKey ?? checkedCredential('key', await ask(context, 'API key'));
  const destination = { baseUrl, key, name: chosenProfile.name, mayReplace: !!options.replace };
  const held = otherAccountIn(config, destination);
  if (held !== undefined && canAsk && !destination.mayReplace) {
    await context.output.warning(held);
    destination.mayReplace = /^y(es)?$/i.test(await ask(context, 'Replace it? (yes/no)'));
  }
  refuseReplacement(config, destination);
  return { ...destination, secret: await takeSecret(context, options.secretCommand) };
}

function refuseMissing(baseUrl: string | undefined, options: LoginOptions): void {
  const { key, secretStdin, secretCommand } = options;
  const secret = secretStdin ?? secretCommand;
  const needed = { '--base-url': baseUrl, '--key': key, '--secret-stdin': secret };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(', ');
  throw withoutTerminal(`required without a terminal: ${names}`);
}

function withoutTerminal(message: string): Failure {
  return new Failure('usage', message, {
    hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
  });
}

async function takeSecret(context: Context, command: string | undefined): Promise<SecretSource> {
  const { canAsk, surroundings, signal } = context;
  if (command !== undefined) return { kind: 'command', command };
  if (!canAsk && surroundings.stdin.isTTY) {
    throw withoutTerminal('a secret typed here would be seen on the screen');
  }
  const text = canAsk
    ? await ask(context, 'API secret', { isSecret: true })
    : await readText(() => surroundings.stdin.stream, 'stdin', signal);
  return { kind: 'value', secret: checkedCredential('secret', text) };
}

/** Drops the line break of a file and the spaces of a paste. */
function checkedCredential(what: 'key' | 'secret', text: string): string {
  const fault = faultOfCredential(text);
  if (fault === undefined) return text.trim();
  throw new Failure('usage', `the ${what} ${fault}`, {
    hint: 'copy it from the reseller portal again, without quotes or spaces',
  });
}

/** @returns the number of the account */
async function verify(context: Context, { baseUrl, key, secret, name }: Entered): Promise<string> {
  const service = await context.serviceWith({
    ...{ baseUrl, key, secret, profile: name },
    tier: 'profile',
    source: 'this log-in',
    remedy: 'try again',
  });
  try {
    const asked = () => service.balance();
    return (await context.output.whileWorking('asking', asked)).account_number;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { isNotTheService, retryable } = error.details;
    const isUnreachable = error.code === 'network' && retryable;
    if (!isNotTheService && !isUnreachable && error.code !== 'unexpected_response') throw error;
    // The usual hints speak of the stored base URL.
    throw error.with({
      hint: 'compare the base URL with the one in your reseller portal, and check your connection',
    });
  }
}

/**
 * Stores verified credentials; the first profile of all becomes the active one.
 *
 * @throws Failure `usage` if another process has stored another account meanwhile
 */
async function store({ settings, output }: Context, entered: Entered) {
  const { baseUrl, key, secret, name } = entered;
  const stored = await settings.file.update((config) => {
    refuseReplacement(config, entered);
    if (otherAccountIn(config, entered)) keepDomainNames(settings, profileOwner(name), []);
    const next = withProfile(config, name, ({ secret: _, secret_command: __, ...kept }) => {
      const own =
        secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
      return { ...kept, base_url: baseUrl, key, ...own };
    });
    return { ...next, active: activeProfile(config) ?? name };
  });
  const active = stored.active === name;
  if (!active) {
    await output.note(
      `profile '${stored.active}' stays active; dotaf auth use ${shellWord(name)} changes that`,
    );
  }
  if (settings.hasEnvironmentPair) {
    await output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
  }
  return {
    ...{ profile: name, active, base_url: baseUrl, key: maskKey(key) },
    secret: secretWord(secret),
  };
}

/** @throws Failure `usage` rather than replace another account without being asked to */
function refuseReplacement(config: Config, destination: Destination): void {
  const held = otherAccountIn(config, destination);
  if (held === undefined || destination.mayReplace) return;
  throw new Failure('usage', held, {
    hint: 'add --replace to replace it, or --profile <name> to store this account beside it',
  });
}

/** Says which other account the profile holds. */
function otherAccountIn(config: Config, { name, ...account }: Destination): string | undefined {
  const held = findProfile(config, name);
  if (held === undefined || !holdsOtherAccount(held, account)) return undefined;
  const { what, details } = otherAccount(held, account);
  return `profile '${name}' holds ${what}: ${details}`;
}
