import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { dayOf } from '../core/dates.ts';
import { type Format, Printer } from '../output/printer.ts';
import type { Context } from './context.ts';
import type { Definition, OptionsOf } from './definition.ts';

/**
 * Opens what the answer is printed with.
 *
 * @param always the field that comes first where fields are chosen
 * @throws Failure `usage` for bad fields or a bad filter
 */
export function printerFor<Typed extends CommandUnknownOpts, Value extends object>(
  { kind, page, shape }: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  always?: string,
): Promise<Printer<Value>> {
  return Printer.open(context.output, formatOf(context, always), {
    kind: kind?.(options, context.options) ?? [],
    page: page?.(options, context),
    isDetails: shape === 'details',
    mayFail: shape === 'rows' || shape === 'details',
    today: dayOf(context.surroundings.clock.now()),
  });
}

function formatOf({ options, jq }: Context, always?: string): Format {
  const { json, csv, fields } = options;
  const kind = csv ? 'csv' : json || jq !== undefined ? 'json' : 'text';
  const isThere = always === undefined || fields?.split(',').includes(always);
  return { kind, jq, fields: isThere ? fields : fields && `${always},${fields}` };
}
