import { safeText } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Prompt } from '../output/prompt.ts';
import { type Config, findProfile, type Profile } from '../settings/config.ts';
import { type Account, holdsOtherAccount, otherAccount } from '../settings/credentials.ts';
import { everyProfile } from '../settings/settings.ts';
import type { Context } from './context.ts';

/** The profile that a log-in stores its credentials in. */
export interface Destination {
  name: string;
  /** Tells whether the other account that the profile holds may be replaced. */
  mayReplace(held: Profile): boolean;
}

/**
 * Asks a person whether another account is to be replaced, or under which name this one is stored.
 *
 * @throws as `refuseReplacement` when nobody can be asked
 */
export async function chooseDestination(
  { settings: { config }, canAsk }: Context,
  prompt: Prompt,
  destination: Destination,
  account: Account,
): Promise<Destination> {
  if (!canAsk) refuseReplacement(config, destination, account);
  const held = endangered(config, destination, account);
  if (held === undefined) return destination;
  const { what, details } = otherAccount(held, account);
  const lines = [
    `Profile '${held.name}' holds ${what}:`,
    details,
    'Replace it, or choose another name?',
  ];
  const answer = await prompt.ask({
    message: `${lines.map(safeText).join('\n  ')} (replace/other)`,
    faultOf: (text) => (wayOf(text) === undefined ? "type 'replace' or 'other'" : undefined),
    default: 'other',
  });
  if (wayOf(answer) === 'replace') {
    const mayReplace = ({ key, base_url }: Profile) =>
      key === held.key && base_url === held.base_url;
    return { name: held.name, mayReplace };
  }
  const name = await prompt.ask({
    message: 'Name of the profile',
    faultOf: (text) => faultOfName(text.trim(), config, account),
    default: freeName(held.name, config),
  });
  return { name, mayReplace: () => false };
}

/** @throws Failure `usage` rather than replace another account without being asked to */
export function refuseReplacement(
  config: Config,
  destination: Destination,
  account: Account,
): void {
  const held = endangered(config, destination, account);
  if (held === undefined) return;
  const { what, details } = otherAccount(held, account);
  throw new Failure('usage', `profile '${held.name}' holds ${what}: ${details}`, {
    hint: 'add --replace to replace it, or --profile <name> to store this account beside it',
  });
}

/** The profile, if its account would be lost without anybody wanting that. */
function endangered(
  config: Config,
  { name, mayReplace }: Destination,
  account: Account,
): Profile | undefined {
  const held = findProfile(config, name);
  return held && holdsOtherAccount(held, account) && !mayReplace(held) ? held : undefined;
}

function wayOf(text: string): 'replace' | 'other' | undefined {
  const word = text.trim().toLowerCase();
  if (['r', 'replace'].includes(word)) return 'replace';
  return ['o', 'other'].includes(word) ? 'other' : undefined;
}

function faultOfName(name: string, config: Config, account: Account): string | undefined {
  if (name === '') return 'it is empty';
  if (name === everyProfile) return `'${everyProfile}' means every stored profile`;
  const held = findProfile(config, name);
  if (held === undefined || !holdsOtherAccount(held, account)) return undefined;
  return safeText(`'${name}' holds ${otherAccount(held, account).what}`);
}

/** Such as `shop-2`. */
function freeName(taken: string, config: Config): string {
  let number = 2;
  while (findProfile(config, `${taken}-${number}`) !== undefined) number += 1;
  return `${taken}-${number}`;
}
