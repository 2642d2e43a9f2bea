import { text as readText } from 'node:stream/consumers';
import { readBaseUrl } from '../core/base-url.ts';
import { Failure } from '../errors.ts';
import { Prompt } from '../output/prompt.ts';
import {
  addressSource,
  type Credentials,
  checkedBaseUrl,
  isHeaderSafe,
  type SecretSource,
} from '../settings/credentials.ts';
import { noProfile } from '../settings/missing-credentials.ts';
import type { Context } from './context.ts';

export interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
}

/**
 * Takes credentials from options and stdin, and asks the person at the terminal for what is missing.
 *
 * @throws Failure `usage` when something is missing and there is no terminal
 */
export async function enterCredentials(
  context: Context,
  options: LoginOptions,
): Promise<Credentials> {
  const profile = profileToFill(context);
  refuseContradictions(context, options);
  const address = context.options.baseUrl ?? (context.surroundings.env.DOTAF_BASE_URL || undefined);
  if (!context.canAsk) refuseMissing(address, options);
  const prompt = new Prompt(context.surroundings, context.signal);
  const baseUrl = checkedBaseUrl(
    address ?? (await prompt.ask({ message: 'Base URL', faultOf: faultOfBaseUrl })),
    addressSource(context.options.baseUrl),
  );
  const key = checkedCredential(
    'key',
    options.key ?? (await prompt.ask({ message: 'API key', faultOf: faultOfCredential })),
  );
  const secret = await enterSecret(context, options, prompt);
  return {
    baseUrl,
    key,
    secret,
    tier: 'profile',
    source: 'this log-in',
    remedy: 'run: dotaf auth login',
    profile,
  };
}

/** Reads the config before anything is typed, so that a damaged one costs nobody an answer. */
function profileToFill(context: Context): string {
  const { chosenProfile, config } = context.settings;
  if (chosenProfile.name === '') throw noProfile(chosenProfile, config);
  return chosenProfile.name;
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

async function enterSecret(
  { surroundings, canAsk }: Context,
  { secretStdin, secretCommand }: LoginOptions,
  prompt: Prompt,
): Promise<SecretSource> {
  if (secretCommand !== undefined)
    return { kind: 'command', command: checkedCommand(secretCommand) };
  const secret =
    secretStdin && !canAsk
      ? await readText(surroundings.stdin.stream)
      : await prompt.askHidden({ message: 'API secret', faultOf: faultOfCredential });
  return { kind: 'value', secret: checkedCredential('secret', secret) };
}

function checkedCommand(command: string): string {
  if (command.trim() !== '') return command;
  throw new Failure('usage', '--secret-command is empty', {
    hint: "dotaf auth login --secret-command 'pass show dotaf'",
  });
}

/** Drops the line break of a file and the spaces of a paste. */
function checkedCredential(what: 'key' | 'secret', text: string): string {
  const fault = faultOfCredential(text);
  if (fault === undefined) return text.trim();
  throw new Failure('usage', `the ${what} ${fault}`, {
    hint: 'copy it from the reseller portal again, without quotes or spaces',
  });
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

function faultOfBaseUrl(text: string): string | undefined {
  const read = readBaseUrl(text);
  return read.ok ? undefined : `it ${read.reason}`;
}

function faultOfCredential(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  return isHeaderSafe(text.trim()) ? undefined : 'contains characters that no key or secret has';
}
