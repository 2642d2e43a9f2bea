import type { CommandHelp } from './command-help.ts';
import { account } from './texts/account.ts';
import { namesAndPrices } from './texts/names-and-prices.ts';
import { setup } from './texts/setup.ts';
import { tools } from './texts/tools.ts';

const texts: Readonly<Record<string, CommandHelp>> = {
  ...namesAndPrices,
  ...account,
  ...setup,
  ...tools,
};

/** The headings of the first page, and what stands below each. */
export const commandGroups = {
  'Names and prices': ['check', 'quote'],
  'Your account': ['domains', 'balance', 'forecast', 'tier', 'metrics'],
  'Set-up and tools': [
    ...['auth', 'config', 'doctor', 'api', 'sandbox', 'completion', 'help', 'version'],
  ],
} as const;

/** @param path the words that are typed for it: `domains ls` */
export function commandHelp(path: string): CommandHelp {
  const help = texts[path];
  if (help === undefined) throw new Error(`there is no help for '${path}'`);
  return help;
}
