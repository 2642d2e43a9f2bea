import { Failure } from '../errors.ts';
import { Prompt } from '../output/prompt.ts';
import { findProfile } from '../settings/config.ts';
import { holdsOtherAccount } from '../settings/credentials.ts';
import type { Context } from './context.ts';
import { enterCredentials, type Part } from './enter-credentials.ts';
import {
  type Entered,
  givenCredentials,
  type LoginInput,
  type LoginOptions,
} from './given-credentials.ts';
import { storeCredentials } from './store-credentials.ts';

const maxAttempts = 5;

/**
 * Verifies credentials with one balance request, then stores them. At a terminal a person is asked
 * for what is missing, and again for what turned out to be wrong.
 */
export async function logIn(context: Context, options: LoginOptions) {
  const { surroundings, signal, output } = context;
  const prompt = new Prompt(surroundings, signal);
  const input: LoginInput = { context, options, prompt, paint: await output.painter('stderr') };
  let entered = await enterCredentials(input, await givenCredentials(input));
  for (let attempt = 1; ; attempt += 1) {
    const verified = await verify(context, entered);
    if (!(verified instanceof Failure)) {
      return { ...(await storeCredentials(context, entered)), account_number: verified };
    }
    const doubtful = doubtfulParts(verified, attempt);
    if (!context.canAsk || doubtful.length === 0 || attempt === maxAttempts) throw verified;
    await prompt.explain(verified, input.paint);
    entered = await enterCredentials(input, entered, doubtful);
  }
}

/** Returns the number of the account, or a failure whose hint speaks of what was entered. */
async function verify(context: Context, entered: Entered): Promise<string | Failure> {
  const { settings, output } = context;
  const { baseUrl, key, secret, destination } = entered;
  const held = findProfile(settings.config, destination.name);
  const kept = held && holdsOtherAccount(held, entered) ? undefined : held;
  const service = await context.serviceWith(
    {
      ...{ baseUrl, key, secret, profile: destination.name },
      tier: 'profile',
      source: 'this log-in',
      remedy: 'try again',
    },
    settings.withPreferencesOf(kept),
  );
  try {
    const { account_number } = await output.whileWorking('asking', () => service.balance());
    return account_number;
  } catch (error) {
    if (error instanceof Failure) return withLoginHint(error);
    throw error;
  }
}

function doubtfulParts({ code, details }: Failure, attempt: number): Part[] {
  // The secret comes first: somebody who pastes it again must not do so where it can be read.
  if (code === 'unauthorized') return attempt % 2 === 1 ? ['secret'] : ['key', 'secret'];
  // A command that was to print the secret has failed.
  if (code === 'no_credentials') return ['secret'];
  const isElsewhere = ['network', 'timeout', 'unexpected_response'].includes(code);
  return isElsewhere || details.isNotTheService ? ['baseUrl'] : [];
}

/** Nothing is stored, so there is nothing that `auth status` could show. */
function withLoginHint(failure: Failure): Failure {
  const { isNotTheService, retryable } = failure.details;
  if (isNotTheService || failure.code === 'unexpected_response') {
    return failure.with({ hint: 'compare the base URL with the one in your reseller portal' });
  }
  if (failure.code !== 'network' || !retryable) return failure;
  return failure.with({ hint: 'check your internet connection and the base URL' });
}
