import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { outcomes } from '../errors.ts';
import { errorFields } from '../output/row.ts';
import { listAnswer, oneAnswer, rowsAnswer } from './answers.ts';
import type { Context } from './context.ts';
import type {
  ArgsOf,
  Definition,
  Execute,
  ListAnswer,
  OneAnswer,
  OptionsOf,
  RowsAnswer,
  TextAnswer,
  TextAnswering,
} from './definition.ts';
import { checkOptionRules } from './option-rules.ts';
import { refuseSecondValues } from './options.ts';

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
  /** Declares it on a bare command of commander, which then starts it. */
  attach(bare: Command, start: Start): void;
}

export function oneCommand<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed> & OneAnswer<ArgsOf<Typed>, OptionsOf<Typed>, Value>,
): CommandEntry {
  return entryOf(definition, definition.fields, oneAnswer(definition));
}

export function listCommand<Typed extends CommandUnknownOpts, Item extends object>(
  definition: Definition<Typed> & ListAnswer<ArgsOf<Typed>, OptionsOf<Typed>, Item>,
): CommandEntry {
  const { fields, moreFields = [] } = definition;
  return entryOf(definition, [...fields, ...moreFields], listAnswer(definition));
}

export function rowsCommand<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed> & RowsAnswer<ArgsOf<Typed>, OptionsOf<Typed>, Value>,
): CommandEntry {
  const { fields, moreFields = [] } = definition;
  return entryOf(definition, [...fields, ...moreFields, ...errorFields], rowsAnswer(definition));
}

/** A command that prints a text in one format only, such as a completion script. */
export function textCommand<Typed extends CommandUnknownOpts>(
  definition: Definition<Typed> & TextAnswering<ArgsOf<Typed>, OptionsOf<Typed>>,
): CommandEntry {
  return entryOf(definition, [], async (context, options, ...args) => {
    const answer = await definition.run(context, options, ...args);
    const told: TextAnswer = typeof answer === 'string' ? { text: answer } : answer;
    await context.output.answer(told.text);
    if (told.failure !== undefined) throw told.failure;
    return told.exitCode ?? outcomes.answered;
  });
}

function entryOf<Typed extends CommandUnknownOpts>(
  definition: Definition<Typed>,
  fields: readonly string[],
  execute: Execute<ArgsOf<Typed>, OptionsOf<Typed>>,
): CommandEntry {
  const { summary, alias } = definition;
  return {
    summary,
    alias,
    fields,
    attach(bare, start) {
      const command = definition.declare(bare);
      refuseSecondValues(command);
      command.action(() => {
        checkOptionRules(command, definition);
        // commander infers these types, but TypeScript does not follow them through a generic.
        const options = command.opts() as OptionsOf<Typed>;
        return start(command, (context) => execute(context, options, ...command.processedArgs));
      });
    },
  };
}
