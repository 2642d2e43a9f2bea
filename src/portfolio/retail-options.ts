import { Option } from '@commander-js/extra-typings';
import { parsed } from '../cli/options.ts';
import {
  type ExchangeRate,
  type Markup,
  parseExchangeRate,
  parseMarkup,
  parseRounding,
  type Rounding,
} from './retail.ts';

export function markupOption() {
  return new Option(
    '--markup <markup>',
    'add a retail price, by a markup on your cost: 20 or 20%, or +5.00 a price; it is no margin on the retail price, of which 20% on cost leaves 16.7%',
  ).argParser<Markup>(
    parsed('--markup', parseMarkup, 'a percentage, 20 or 20%, or an amount, +5.00'),
  );
}

export function roundOption() {
  return new Option(
    '--round <step>',
    'round the retail price up to a multiple of 5 or 0.50, or to an ending, .99 or 9.99 (default: to the cent, half up)',
  ).argParser<Rounding>(
    parsed('--round', parseRounding, 'a step over 0, such as 5 or 0.50, or an ending, .99'),
  );
}

export function rateOption() {
  return new Option(
    '--rate <currency=rate>',
    'give the retail price in another currency: AFN=71.5 if 1 of the cost is 71.5 AFN',
  ).argParser<ExchangeRate>(
    parsed('--rate', parseExchangeRate, 'a currency and a rate over 0: AFN=71.5'),
  );
}
