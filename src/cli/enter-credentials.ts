import { readBaseUrl } from '../core/base-url.ts';
import type { Prompt } from '../output/prompt.ts';
import { checkedBaseUrl, faultOfCredential, type SecretSource } from '../settings/credentials.ts';
import type { Entered, Given, LoginInput } from './given-credentials.ts';
import { chooseDestination } from './login-destination.ts';

/** What can turn out to be wrong. */
export type Part = 'baseUrl' | 'key' | 'secret';

/**
 * Asks a person for what is missing, and again for what was wrong; the rest stays as it is.
 *
 * @throws Failure `usage` if another account would be replaced and nobody can be asked
 */
export async function enterCredentials(
  { context, prompt }: LoginInput,
  before: Given,
  wrong: readonly Part[] = [],
): Promise<Entered> {
  const kept = { ...before, ...Object.fromEntries(wrong.map((part) => [part, undefined])) };
  const baseUrl = kept.baseUrl ?? (await askBaseUrl(prompt, before.baseUrl));
  const key = kept.key ?? (await askKey(prompt, before.key));
  const account = { baseUrl, key };
  const destination = await chooseDestination(context, prompt, before.destination, account);
  const secret = kept.secret ?? (await askSecret(prompt, before.secret));
  return { baseUrl, key, secret, destination };
}

async function askBaseUrl(prompt: Prompt, before: string | undefined): Promise<string> {
  const faultOf = (text: string) => {
    const read = readBaseUrl(text);
    return read.ok ? undefined : `it ${read.reason}`;
  };
  const text = await prompt.ask({ message: 'Base URL', faultOf, default: before });
  return checkedBaseUrl(text, 'this log-in');
}

function askKey(prompt: Prompt, before: string | undefined): Promise<string> {
  return prompt.ask({ message: 'API key', faultOf: credentialFault, default: before });
}

/** A command that did not help is asked for again, and not the secret that it keeps out of dotaf. */
async function askSecret(prompt: Prompt, before: SecretSource | undefined): Promise<SecretSource> {
  if (before?.kind !== 'command') {
    const secret = await prompt.askHidden({ message: 'API secret', faultOf: credentialFault });
    return { kind: 'value', secret };
  }
  // Without the one before: it is never shown.
  const command = await prompt.ask({
    message: 'Command that prints the secret',
    faultOf: (text) => (text.trim() === '' ? 'it is empty' : undefined),
  });
  return { kind: 'command', command };
}

function credentialFault(text: string): string | undefined {
  const fault = faultOfCredential(text);
  return fault && `it ${fault}`;
}
