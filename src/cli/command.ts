import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { fieldNames, type Kind } from '../output/kind.ts';
import { errorFields } from '../output/row.ts';
import type { Context } from './context.ts';
import type { Definition, OptionsOf } from './definition.ts';
import { checkOptionRules, formatOptions } from './option-rules.ts';
import { refuseSecondValues } from './options.ts';
import { execute } from './run.ts';

/** Begins a run of the command that was typed. */
export type Start = (
  command: CommandUnknownOpts,
  execute: (context: Context) => Promise<number>,
) => Promise<void>;

/** A command as the tree holds it. */
export interface CommandEntry {
  summary: string;
  alias?: string | undefined;
  /** The fields that `--fields` chooses from; none for a plain text. */
  fields: readonly string[];
  kind: Kind | undefined;
  shape: 'one' | 'list' | 'rows';
  /** Under `--profile all`: undefined where it works with one, and else the key of each list. */
  everyProfile: { key?: string } | undefined;
  /** Declares it on a bare command of commander, which then starts it. */
  attach(bare: Command, start: Start): void;
}

export function command<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
): CommandEntry {
  const { summary, alias, everyProfile, shape = 'one', refuses } = definition;
  const kind = definition.kind?.();
  const isOfRows = shape === 'rows';
  const hasFields = kind !== undefined && refuses?.['--fields'] === undefined;
  const ofText = Object.fromEntries(formatOptions.map((name) => [name, 'leave it out']));
  const rules = { ...definition, refuses: kind ? { ...refuses } : { ...ofText, ...refuses } };
  return {
    ...{ summary, alias, kind, everyProfile, shape },
    fields: hasFields ? [...fieldNames(kind), ...(isOfRows ? errorFields : [])] : [],
    attach(bare, start) {
      const typed = definition.declare(bare);
      refuseSecondValues(typed);
      typed.action(() => {
        checkOptionRules(typed, rules);
        // commander infers these types, but TypeScript does not follow them through a generic.
        const options = typed.opts() as OptionsOf<Typed>;
        return start(typed, (context) =>
          execute(definition, context, options, typed.processedArgs),
        );
      });
    },
  };
}
