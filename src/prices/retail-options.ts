import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { parsed } from '../cli/options.ts';
import {
  type Markup,
  parseExchangeRate,
  parseMargin,
  parseMarkup,
  parseRounding,
  type RetailTerms,
} from '../core/retail.ts';

export const retailExcludes = { '--markup': ['--margin'] };

export const retailNeeds = {
  '--round': ['--markup', '--margin'],
  '--rate': ['--markup', '--margin'],
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
        '--margin <percent>',
        'add a retail price of which 20% is left',
        parseMargin,
        'a percentage of the retail price, 0 to less than 100, such as 20%',
      ),
    )
    .addOption(
      retailOption(
        '--round <step>',
        'round it up to a multiple of 5, or to an ending .99',
        parseRounding,
        'a step over 0, such as 5 or 0.50, or an ending, .99',
      ),
    )
    .addOption(
      retailOption(
        '--rate <currency=rate>',
        'show it in another currency, such as AFN=71.5',
        parseExchangeRate,
        'a currency and a rate over 0: AFN=71.5',
      ),
    );
}

/** Undefined where no retail price was asked for. */
export function retailTerms(options: Partial<RetailTerms> & { margin?: Markup }) {
  const { markup = options.margin, round, rate } = options;
  return markup && { markup, round, rate };
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
