import { Failure } from '../errors.ts';
import type { Paint } from '../output/color.ts';
import type { Prompt } from '../output/prompt.ts';
import { readText } from '../platform/files.ts';
import {
  type Account,
  addressSource,
  checkedBaseUrl,
  faultOfCredential,
  type SecretSource,
} from '../settings/credentials.ts';
import type { Context } from './context.ts';
import type { Destination } from './login-destination.ts';

export interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
  replace?: true;
}

/** The options of the command line, and the prompt for what they leave out. */
export interface LoginInput {
  context: Context;
  options: LoginOptions;
  prompt: Prompt;
  paint: Paint;
}

/** All that a log-in needs. */
export interface Entered extends Account {
  secret: SecretSource;
  destination: Destination;
}

/** What has been entered so far. */
export type Given = Pick<Entered, 'destination'> & {
  [Part in keyof Entered]?: Entered[Part] | undefined;
};

/**
 * Takes credentials from options, the environment and stdin. At a terminal one that will not do is
 * explained and left out, to be asked for.
 *
 * @throws Failure `usage` when something is missing or will not do, and there is no terminal
 */
export async function givenCredentials(input: LoginInput): Promise<Given> {
  const { context, options } = input;
  const destination = destinationOf(context, options);
  refuseContradictions(context, options);
  const { baseUrl: flag } = context.options;
  const address = flag ?? (context.surroundings.env.DOTAF_BASE_URL || undefined);
  if (!context.canAsk) refuseMissing(address, options);
  const checkAddress = (text: string) => checkedBaseUrl(text, addressSource(flag));
  return {
    destination,
    baseUrl: await checked(input, address, checkAddress),
    key: await checked(input, options.key, (text) => checkedCredential('key', text)),
    secret: await givenSecret(context, options),
  };
}

/** Reads the config before anything is typed, so that a damaged one costs nobody an answer. */
function destinationOf({ settings }: Context, { replace }: LoginOptions): Destination {
  const { chosenProfile } = settings;
  if (chosenProfile.name === '') throw settings.noProfile();
  return { name: chosenProfile.name, mayReplace: () => replace === true };
}

function refuseContradictions(context: Context, { secretStdin }: LoginOptions): void {
  if (context.options.sandbox) {
    throw new Failure('usage', '--sandbox ends with this command, so nothing can log in to it', {
      hint: 'run a sandbox that stays: dotaf sandbox',
    });
  }
  if (secretStdin && context.surroundings.stdin.isTTY && !context.canAsk) {
    throw new Failure('usage', 'a secret typed here would be seen on the screen', {
      hint: 'dotaf auth login --secret-stdin < secret.txt',
    });
  }
}

function refuseMissing(baseUrl: string | undefined, options: LoginOptions): void {
  const missing = [
    baseUrl === undefined && '--base-url',
    options.key === undefined && '--key',
    !options.secretStdin && options.secretCommand === undefined && '--secret-stdin',
  ].filter((option) => option !== false);
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? 'is' : 'are';
  throw new Failure('usage', `${missing.join(' and ')} ${verb} required without a terminal`, {
    hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
  });
}

async function checked(
  { context, prompt, paint }: LoginInput,
  given: string | undefined,
  check: (text: string) => string,
): Promise<string | undefined> {
  try {
    return given === undefined ? undefined : check(given);
  } catch (error) {
    if (!context.canAsk || !(error instanceof Failure)) throw error;
    await prompt.explain(error, paint);
    return undefined;
  }
}

async function givenSecret(
  { canAsk, surroundings, signal }: Context,
  { secretStdin, secretCommand }: LoginOptions,
): Promise<SecretSource | undefined> {
  if (secretCommand !== undefined) {
    if (secretCommand.trim() !== '') return { kind: 'command', command: secretCommand };
    throw new Failure('usage', '--secret-command is empty', {
      hint: "dotaf auth login --secret-command 'pass show dotaf'",
    });
  }
  if (!secretStdin || canAsk) return undefined;
  const text = await readText(() => surroundings.stdin.stream, 'stdin', signal);
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
