import type { Context } from './context.ts';
import { readBaseUrl } from './core/base-url.ts';
import { readAll } from './core/read-all.ts';
import { Failure } from './errors.ts';
import { Prompt } from './output/prompt.ts';
import {
  type Credentials,
  checkedBaseUrl,
  isHeaderSafe,
  type SecretSource,
} from './settings/credentials.ts';

export interface LoginOptions {
  key?: string;
  secretStdin?: true;
  secretCommand?: string;
}

/**
 * The credentials to log in with: from options, from stdin, and what is missing from the person at
 * the terminal. The secret is never an argument.
 *
 * @throws Failure `usage` when something is missing and nobody can be asked
 */
export async function enterCredentials(
  context: Context,
  options: LoginOptions,
): Promise<Credentials> {
  const { secretStdin, secretCommand } = options;
  if (secretStdin && secretCommand !== undefined) {
    throw new Failure('usage', '--secret-stdin and --secret-command exclude each other', {
      hint: 'leave one of them out',
    });
  }
  const baseUrlText =
    context.options.baseUrl ?? (context.surroundings.env.DOTAF_BASE_URL || undefined);
  if (!context.canAsk) refuseMissing(baseUrlText, options);
  const prompt = new Prompt(context.surroundings, context.signal);
  const baseUrl = checkedBaseUrl(
    baseUrlText ?? (await prompt.ask('Base URL', faultOfBaseUrl)),
    'this log-in',
  );
  const key = options.key ?? (await prompt.ask('API key', faultOfCredential));
  const secret = await enterSecret(context, options, prompt);
  for (const [what, text] of [
    ['key', key],
    ['secret', secret.kind === 'value' ? secret.secret : 'x'],
  ] as const) {
    const fault = faultOfCredential(text);
    if (fault !== undefined) {
      throw new Failure('usage', `the ${what} ${fault}`, {
        hint: 'copy it from the reseller portal again, without quotes and blanks',
      });
    }
  }
  return {
    baseUrl,
    key,
    secret,
    tier: 'profile',
    source: 'this log-in',
    profile: context.profileName,
  };
}

async function enterSecret(
  { surroundings, canAsk }: Context,
  { secretStdin, secretCommand }: LoginOptions,
  prompt: Prompt,
): Promise<SecretSource> {
  if (secretCommand !== undefined) return { kind: 'command', command: secretCommand };
  const secret =
    secretStdin && !canAsk
      ? (await readAll(surroundings.stdin.stream)).replace(/\r?\n$/, '')
      : await prompt.askHidden('API secret (not shown)', faultOfCredential);
  return { kind: 'value', secret };
}

function refuseMissing(baseUrl: string | undefined, options: LoginOptions): void {
  const missing = [
    baseUrl === undefined && '--base-url',
    options.key === undefined && '--key',
    !options.secretStdin && options.secretCommand === undefined && '--secret-stdin',
  ].filter((option) => option !== false);
  if (missing.length === 0) return;
  throw new Failure(
    'usage',
    `nobody can be asked here, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    {
      hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
    },
  );
}

function faultOfBaseUrl(text: string): string | undefined {
  const read = readBaseUrl(text);
  return read.ok ? undefined : `it ${read.reason}`;
}

function faultOfCredential(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  return isHeaderSafe(text.trim()) ? undefined : 'holds characters that no credential has';
}
