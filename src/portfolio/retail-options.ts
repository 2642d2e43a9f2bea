import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { parsed } from '../cli/options.ts';
import { parseExchangeRate, parseMarkup, parseRounding } from './retail.ts';

export const retailOptions = ['--markup', '--round', '--rate', '--margin'];

export const retailNeeds = {
  '--round': ['--markup'],
  '--rate': ['--markup'],
  '--margin': ['--markup'],
};

/** Declares what makes a retail price of a cost. */
export function addRetailOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      retailOption(
        '--markup <markup>',
        'add a retail price, by a markup on your cost: 20 or 20%, or +5.00 a price; it is no margin on the retail price, of which 20% on cost leaves 16.7%',
        parseMarkup,
        'a percentage above -100, 20 or 20%, or an amount, +5.00',
      ),
    )
    .addOption(
      retailOption(
        '--round <step>',
        'round the retail price up to a multiple of 5 or 0.50, or to an ending, .99 or 9.99 (default: to the cent, half up)',
        parseRounding,
        'a step over 0, such as 5 or 0.50, or an ending, .99',
      ),
    )
    .addOption(
      retailOption(
        '--rate <currency=rate>',
        'give the retail price in another currency: AFN=71.5 if 1 of the cost is 71.5 AFN',
        parseExchangeRate,
        'a currency and a rate over 0: AFN=71.5',
      ),
    )
    .option('--margin', 'show the margin that it leaves, in its currency');
}

function retailOption<Flags extends string, Value>(
  flags: Flags,
  description: string,
  parse: (text: string) => Value | undefined,
  hint: string,
) {
  const option = new Option(flags, description);
  return option.argParser<Value>(parsed(option.long ?? flags, parse, hint));
}
