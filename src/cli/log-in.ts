import { readBaseUrl } from '../core/base-url.ts';
import { safeText, shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { ask } from '../output/prompt.ts';
import { readText } from '../platform/files.ts';
import {
  activeProfile,
  type Config,
  findProfile,
  type Profile,
  withProfile,
} from '../settings/config.ts';
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
import type { Context } from './context.ts';

export interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

interface Entered extends Account {
  secret: SecretSource;
  /** The profile that it is stored in. */
  name: string;
  /** Tells whether the other account that the profile holds may be replaced. */
  mayReplace(held: Profile): boolean;
}

/** Verifies credentials with one balance request, then stores them. */
export async function logIn(context: Context, options: LoginOptions) {
  const entered = await enter(context, options);
  const account_number = await verify(context, entered);
  return { ...(await store(context, entered)), account_number };
}

/** Takes credentials from options, the environment and stdin, and asks a person for the others. */
async function enter(context: Context, options: LoginOptions): Promise<Entered> {
  const { settings, surroundings, canAsk } = context;
  // A damaged config costs nobody an answer.
  const { config, chosenProfile } = settings;
  if (chosenProfile.name === '') throw settings.noProfile();
  const flag = context.options.baseUrl;
  const address = flag ?? (surroundings.env.DOTAF_BASE_URL || undefined);
  if (context.options.sandbox) {
    throw new Failure('usage', '--sandbox ends with this command, so nothing can log in to it', {
      hint: 'dotaf sandbox',
    });
  }
  if (!canAsk) refuseMissing(address, options);
  const ownUrl = address === undefined ? undefined : checkedBaseUrl(address, addressSource(flag));
  const ownKey = options.key === undefined ? undefined : checkedCredential('key', options.key);
  const baseUrl = ownUrl ?? (await askBaseUrl(context));
  const key = ownKey ?? (await ask(context, { message: 'API key', faultOf: faultOfAnswer }));
  const account = { baseUrl, key };
  let mayReplace = (_: Profile) => options.replace === true;
  const held = findProfile(config, chosenProfile.name);
  if (canAsk && held && holdsOtherAccount(held, account) && !mayReplace(held)) {
    const isWanted = await askToReplace(context, held, account);
    mayReplace = (one) => isWanted && one.key === held.key && one.base_url === held.base_url;
  }
  const destination = { name: chosenProfile.name, mayReplace };
  refuseReplacement(config, { ...account, ...destination });
  return { ...account, ...destination, secret: await takeSecret(context, options.secretCommand) };
}

function refuseMissing(baseUrl: string | undefined, options: LoginOptions): void {
  const { key, secretStdin, secretCommand } = options;
  const secret = secretStdin ?? secretCommand;
  const missing = Object.entries({ '--base-url': baseUrl, '--key': key, '--secret-stdin': secret })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? 'is' : 'are';
  throw withoutTerminal(`${missing.join(' and ')} ${verb} required without a terminal`);
}

function withoutTerminal(message: string): Failure {
  return new Failure('usage', message, {
    hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
  });
}

async function askBaseUrl(context: Context): Promise<string> {
  const faultOf = (text: string) => {
    const read = readBaseUrl(text);
    return read.ok ? undefined : `it ${read.reason}`;
  };
  return checkedBaseUrl(await ask(context, { message: 'Base URL', faultOf }), 'this log-in');
}

async function askToReplace(context: Context, held: Profile, account: Account): Promise<boolean> {
  const { what, details } = otherAccount(held, account);
  const lines = [`Profile '${held.name}' holds ${what}:`, details, 'Replace it?'];
  const answer = await ask(context, {
    message: `${lines.map(safeText).join('\n  ')} (yes/no)`,
    faultOf: (text) => (/^\s*(y|yes|n|no)\s*$/i.test(text) ? undefined : 'type yes or no'),
    default: 'no',
  });
  return /^y/i.test(answer);
}

async function takeSecret(context: Context, command: string | undefined): Promise<SecretSource> {
  const { canAsk, surroundings, signal } = context;
  if (command !== undefined) return { kind: 'command', command };
  if (!canAsk && surroundings.stdin.isTTY) {
    throw withoutTerminal('a secret typed here would be seen on the screen');
  }
  const text = canAsk
    ? await ask(context, { message: 'API secret', faultOf: faultOfAnswer, isSecret: true })
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

function faultOfAnswer(text: string): string | undefined {
  const fault = faultOfCredential(text);
  return fault && `it ${fault}`;
}

/** @returns the number of the account. @throws a Failure whose hint speaks of what was entered */
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
    if (isNotTheService || error.code === 'unexpected_response') {
      throw error.with({ hint: 'compare the base URL with the one in your reseller portal' });
    }
    if (error.code !== 'network' || !retryable) throw error;
    throw error.with({ hint: 'check your internet connection and the base URL' });
  }
}

/**
 * Stores verified credentials; the first profile of all becomes the active one.
 *
 * @throws Failure `usage` if another process has stored another account meanwhile
 */
async function store({ settings, output }: Context, entered: Entered) {
  const { baseUrl, key, secret, name } = entered;
  let dropped: string[] = [];
  const stored = await settings.file.update((config) => {
    refuseReplacement(config, entered);
    const next = withProfile(config, name, (held) => {
      // What was set for one account, such as its rate limit, may be wrong for another.
      const isOther = holdsOtherAccount(held, entered);
      if (isOther) dropped = Object.keys(held.preferences ?? {});
      const { secret: _, secret_command: __, ...kept }: Profile = isOther ? { name } : held;
      const own =
        secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
      return { ...kept, base_url: baseUrl, key, ...own };
    });
    return { ...next, active: activeProfile(config) ?? name };
  });
  if (dropped.length > 0) {
    await output.note(`dropped the preferences of the replaced account: ${dropped.join(', ')}`);
  }
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
function refuseReplacement(config: Config, entered: Omit<Entered, 'secret'>): void {
  const held = findProfile(config, entered.name);
  if (!held || !holdsOtherAccount(held, entered) || entered.mayReplace(held)) return;
  const { what, details } = otherAccount(held, entered);
  throw new Failure('usage', `profile '${held.name}' holds ${what}: ${details}`, {
    hint: 'add --replace to replace it, or --profile <name> to store this account beside it',
  });
}
