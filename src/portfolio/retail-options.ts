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
        'add the retail price: the cost and 20% or +5.00',
        parseMarkup,
        'a percentage above -100, 20 or 20%, or an amount, +5.00',
      ),
    )
    .addOption(
      retailOption(
        '--round <step>',
        'round it up to a multiple (5) or an ending (.99)',
        parseRounding,
        'a step over 0, such as 5 or 0.50, or an ending, .99',
      ),
    )
    .addOption(
      retailOption(
        '--rate <currency=rate>',
        'show it in another currency, as in AFN=71.5',
        parseExchangeRate,
        'a currency and a rate over 0: AFN=71.5',
      ),
    )
    .option('--margin', 'show what is left of the retail price');
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
