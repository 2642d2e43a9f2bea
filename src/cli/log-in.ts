import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { readText } from '../platform/files.ts';
import type { Surroundings, TextSink } from '../platform/surroundings.ts';
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

interface LogInOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

interface Destination extends Account {
  name: string;
  mayReplace: boolean;
}

const scriptHint = 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt';

/** Verifies the credentials with one balance request, and only then stores them. */
export async function logIn(context: Context, options: LogInOptions) {
  const destination = await chooseDestination(context, options);
  const secret = await takeSecret(context, options.secretCommand);
  const account_number = await verify(context, destination, secret);
  return { ...(await store(context, destination, secret)), account_number };
}

async function chooseDestination(context: Context, options: LogInOptions): Promise<Destination> {
  const { settings, surroundings, canAsk } = context;
  const { name } = settings.chosenProfile;
  if (name === '') throw settings.noProfile();
  const { baseUrl: flag, sandbox } = context.options;
  if (sandbox) {
    const says = '--sandbox ends with this command, so nothing can log in to it';
    throw new Failure('usage', says, { hint: 'dotaf sandbox' });
  }
  const address = flag ?? (surroundings.env.DOTAF_BASE_URL || undefined);
  const { key: typedKey, secretStdin, secretCommand = secretStdin } = options;
  const needed = { '--base-url': address, '--key': typedKey, '--secret-stdin': secretCommand };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length > 0 && !canAsk) {
    const names = missing.map(([option]) => option).join(', ');
    throw new Failure('usage', `required without a terminal: ${names}`, { hint: scriptHint });
  }
  const source = address === undefined ? 'this log-in' : addressSource(flag);
  const baseUrl = checkedBaseUrl(address ?? (await ask(context, 'Base URL')), source);
  const key = checkedCredential('key', typedKey ?? (await ask(context, 'API key')));
  const destination = { name, baseUrl, key, mayReplace: options.replace === true };
  const held = otherAccountIn(settings.config, destination);
  if (held !== undefined && canAsk && !destination.mayReplace) {
    await context.output.warning(held);
    destination.mayReplace = /^y(es)?$/i.test(await ask(context, 'Replace it? (yes/no)'));
  }
  refuseReplacement(held, destination);
  return destination;
}

async function takeSecret(context: Context, command: string | undefined): Promise<SecretSource> {
  const { canAsk, surroundings, signal } = context;
  if (command !== undefined) return { kind: 'command', command };
  if (!canAsk && surroundings.stdin.isTTY) {
    const says = 'a secret typed here would be seen on the screen';
    throw new Failure('usage', says, { hint: scriptHint });
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

async function verify(
  context: Context,
  { baseUrl, key, name }: Destination,
  secret: SecretSource,
): Promise<string> {
  const service = await context.serviceWith({
    ...{ baseUrl, key, secret, profile: name, tier: 'profile' },
    ...{ source: 'this log-in', remedy: 'try again' },
  });
  try {
    const { account_number } = await context.output.whileWorking('asking', () => service.balance());
    return account_number;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!error.details.isNotTheService && error.code !== 'unexpected_response') throw error;
    // The usual hint speaks of the stored base URL.
    throw error.with({ hint: 'compare the base URL with the one in your reseller portal' });
  }
}

/** @throws Failure `usage` if another process has stored another account meanwhile */
async function store(
  { settings, output }: Context,
  destination: Destination,
  secret: SecretSource,
) {
  const { baseUrl, key, name } = destination;
  const stored = await settings.file.update((config) => {
    const held = otherAccountIn(config, destination);
    refuseReplacement(held, destination);
    if (held !== undefined) keepDomainNames(settings, profileOwner(name), []);
    const own =
      secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
    const next = withProfile(config, name, ({ secret: _, secret_command: __, ...kept }) => ({
      ...{ ...kept, base_url: baseUrl, key, ...own },
    }));
    return { ...next, active: activeProfile(config) ?? name };
  });
  const active = stored.active === name;
  if (!active) {
    const change = `dotaf auth use ${shellWord(name)} changes that`;
    await output.note(`profile '${stored.active}' stays active; ${change}`);
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
function refuseReplacement(held: string | undefined, { mayReplace }: Destination): void {
  if (held === undefined || mayReplace) return;
  throw new Failure('usage', held, {
    hint: 'add --replace to replace it, or --profile <name> to store this account beside it',
  });
}

function otherAccountIn(config: Config, { name, ...account }: Destination): string | undefined {
  const held = findProfile(config, name);
  if (held === undefined || !holdsOtherAccount(held, account)) return undefined;
  const { what, details } = otherAccount(held, account);
  return `profile '${name}' holds ${what}: ${details}`;
}

interface Host {
  surroundings: Pick<Surroundings, 'stdin' | 'stderr'>;
  signal: AbortSignal;
}

/**
 * Asks on stderr, so that stdout holds the answer only. Of a secret not even the length is shown.
 * @throws Failure `interrupted` at Ctrl-C, or when the input ends without an answer
 */
export async function ask(
  { surroundings: { stdin, stderr }, signal: stop }: Host,
  message: string,
  { isSecret = false } = {},
): Promise<string> {
  const { default: input } = await import('@inquirer/input');
  stop.throwIfAborted();
  const ended = new AbortController();
  const output = promptOutput(stderr);
  // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
  const onPause = () => ended.abort();
  stdin.stream.on('pause', onPause);
  try {
    const answer = await input(
      { message, ...(isSecret && { transformer: unseen }) },
      { input: stdin.stream, output, signal: AbortSignal.any([stop, ended.signal]) },
    );
    return answer.trim();
  } catch (error) {
    stop.throwIfAborted();
    // Ctrl-C sends no signal while a prompt reads keys.
    const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
    if (!isCtrlC && !ended.signal.aborted) throw error;
    throw new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
  } finally {
    stdin.stream.off('pause', onPause);
    // Nothing else must be written between the last states of the question.
    await finished(output);
  }
}

const hideCursor = '\u001b[?25l';

function unseen(_: string, { isFinal }: { isFinal: boolean }): string {
  return `(not shown)${isFinal ? '' : hideCursor}`;
}

/** A prompt ends the stream that it writes to, and stderr must stay open. */
function promptOutput(stderr: TextSink): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(text, _, done) {
      const written = () => done();
      // When stderr is gone the input ends, too, which calls the question off.
      stderr.write(text).then(written, written);
    },
  });
  return Object.assign(output, { isTTY: true, columns: stderr.columns });
}
