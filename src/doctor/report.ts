import type { Context } from '../cli/context.ts';
import { Failure } from '../errors.ts';
import type { Style } from '../output/color.ts';
import { type Credentials, maskKey } from '../settings/credentials.ts';
import { version } from '../version.ts';
import { diagnosisText } from './layout.ts';
import type { Diagnosis } from './step.ts';

/** A plain text for a support ticket: what ran where, and each step; nothing that is secret. */
export async function reportText(context: Context, diagnosis: Diagnosis): Promise<string> {
  const { runtime, clock, homeFolder = '' } = context.surroundings;
  const style = { paint: (_: Style, text: string) => text, fitInto: Number.POSITIVE_INFINITY };
  const steps = await diagnosisText(diagnosis, { ...style, isUnicode: true });
  const head = `dotaf ${version}\n${runtime}\n${new Date(clock.now()).toISOString()}\n`;
  const secrets = await secretsOf(context);
  const replacements = [...secrets, [homeFolder, '~'] as const].filter(([text]) => text !== '');
  return replacements.reduce((text, [from, to]) => text.replaceAll(from, to), `${head}\n${steps}`);
}

/** What a message could repeat, and what stands for it. */
async function secretsOf(context: Context): Promise<(readonly [string, string])[]> {
  const credentials = await knownCredentials(context);
  if (credentials === undefined) return [];
  const { key, secret } = credentials;
  const own = secret.kind === 'value' ? secret.secret : secret.command;
  return [
    [own, `[secret ${secret.kind}]`],
    [key, maskKey(key)],
  ];
}

async function knownCredentials(context: Context): Promise<Credentials | undefined> {
  try {
    return await context.credentials();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
