import type { Argument, Command } from 'commander';
import { Failure, outcomes } from '../errors.ts';
import { ReaderGone } from '../output/answer-writer.ts';
import { Presenter } from '../output/presenter.ts';
import { errorFields, loneFailureThrown, type Row, type Rows, Tally } from '../output/row.ts';
import type { ListView, OneView, RowsView } from '../output/views.ts';
import type { Context } from './context.ts';

/** What was typed after the name of the command. */
export interface Typed<Options> {
  args: string[];
  options: Options;
}

interface Definition {
  summary: string;
  /** Positional arguments. */
  args?: readonly Argument[];
  /** Declares the options of its own. */
  options?: (command: Command) => Command;
  /** Whole lines to try, for the help. */
  examples?: readonly string[];
}

/** A command as the tree holds it. */
export interface CommandEntry extends Definition {
  /** Runs it and prints its answer. @returns the exit code */
  execute(context: Context, parsed: Command): Promise<number>;
}

/** Answers with one thing. */
export interface OneCommand<Options, Value extends object> extends Definition {
  run(context: Context, typed: Typed<Options>): Promise<Value>;
  view(context: Context): OneView<Value>;
  /** What goes on after the answer, such as a server that runs until it is stopped. */
  stay?(context: Context): Promise<void>;
  /** Why a condition that was asked for does not hold; exit code 1 then. */
  unmet?(value: Value, options: Options): string | undefined;
}

/** Answers with a list of things, of any length. */
export interface ListCommand<Options, Item extends object> extends Definition {
  run(context: Context, typed: Typed<Options>): Promise<Item[]>;
  view(options: Options, context: Context): ListView<Item>;
  /** Another text than the usual formats, such as a calendar. */
  instead?(items: Item[], options: Options, context: Context): Promise<string | undefined>;
  /** Why a condition that was asked for does not hold; exit code 1 then. */
  unmet?(items: Item[], options: Options): string | undefined;
}

/** Answers several things asked, each with its own answer or failure. */
export interface RowsCommand<Options, Value extends object> extends Definition {
  run(context: Context, typed: Typed<Options>): Rows<Value> | Promise<Rows<Value>>;
  view(typed: Typed<Options>, context: Context): RowsView<Value>;
  /** Whether a row is printed; what is not still counts for the exit code. */
  shows?(row: Row<Value>, options: Options): boolean;
  /** Why a condition on each answer does not hold for this one. */
  unmet?(value: Value, options: Options): string | undefined;
}

/** Prints a text that has one form alone, such as a completion script. */
export interface TextCommand<Options> extends Definition {
  run(context: Context, typed: Typed<Options>): Promise<string>;
}

export function oneCommand<Options, Value extends object>(
  definition: OneCommand<Options, Value>,
): CommandEntry {
  return {
    ...definition,
    async execute(context, parsed) {
      const typed = typedIn<Options>(parsed);
      const view = definition.view(context);
      const presenter = await presenterFor(context, view.fields);
      const value = await definition.run(context, typed);
      await presenter.one(value, view);
      await definition.stay?.(context);
      return concluded(context, definition.unmet?.(value, typed.options));
    },
  };
}

export function listCommand<Options, Item extends object>(
  definition: ListCommand<Options, Item>,
): CommandEntry {
  return {
    ...definition,
    async execute(context, parsed) {
      const typed = typedIn<Options>(parsed);
      const view = definition.view(typed.options, context);
      const presenter = await presenterFor(context, view.fields);
      const items = await definition.run(context, typed);
      const instead = await definition.instead?.(items, typed.options, context);
      if (instead === undefined) await presenter.list(items, view);
      else await context.output.answer(instead);
      return concluded(context, definition.unmet?.(items, typed.options));
    },
  };
}

export function rowsCommand<Options, Value extends object>(
  definition: RowsCommand<Options, Value>,
): CommandEntry {
  const { shows = () => true } = definition;
  return {
    ...definition,
    async execute(context, parsed) {
      const typed = typedIn<Options>(parsed);
      const view = definition.view(typed, context);
      const presenter = await presenterFor(context, [...view.fields, ...errorFields]);
      const writer = await presenter.rows(view);
      const tally = new Tally();
      const rows = await definition.run(context, typed);
      try {
        for await (const row of loneFailureThrown(rows)) {
          const reason = 'value' in row ? definition.unmet?.(row.value, typed.options) : undefined;
          tally.count(row, reason);
          if (row.isKept) continue;
          if (!shows(row, typed.options)) tally.unseen(row);
          else await orGoOn(writer.write(row), context, rows);
        }
        await orGoOn(writer.end(), context, rows);
        await tellFindings(context, tally);
      } finally {
        if (rows.summary !== undefined) await context.output.note(rows.summary);
      }
      return tally.exitCode;
    },
  };
}

export function textCommand<Options>(definition: TextCommand<Options>): CommandEntry {
  return {
    ...definition,
    async execute(context, parsed) {
      await context.output.answer(await definition.run(context, typedIn<Options>(parsed)));
      return outcomes.answered;
    },
  };
}

/** One command that answers another question when an option asks for it. */
export function variants<Options>(
  usual: CommandEntry,
  other: (options: Options) => Promise<CommandEntry | undefined>,
): CommandEntry {
  return {
    ...usual,
    async execute(context, parsed) {
      const { options } = typedIn<Options>(parsed);
      return ((await other(options)) ?? usual).execute(context, parsed);
    },
  };
}

/** Waits for a write; a reader who has gone ends the run, unless its rows go elsewhere too. */
async function orGoOn(writing: Promise<void>, { output }: Context, rows: Rows<object>) {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof ReaderGone && rows.outlivesReader)) throw error;
    output.abandonAnswer();
  }
}

async function tellFindings({ output }: Context, tally: Tally): Promise<void> {
  if (tally.unseenFailures !== undefined) await output.warning(tally.unseenFailures);
  if (tally.hint !== undefined) await output.hint(tally.hint);
  if (tally.failedCondition !== undefined) await output.note(tally.failedCondition);
}

async function concluded({ output }: Context, unmet: string | undefined): Promise<number> {
  if (unmet === undefined) return outcomes.answered;
  await output.note(unmet);
  return outcomes.conditionFailed;
}

function typedIn<Options>(parsed: Command): Typed<Options> {
  return { args: parsed.args, options: parsed.opts<Options & Record<string, unknown>>() };
}

async function presenterFor(context: Context, fields: readonly string[]): Promise<Presenter> {
  const { json, jq, csv, fields: chosen } = context.options;
  if (csv && (json || jq !== undefined)) {
    throw new Failure('usage', '--csv and --json exclude each other', {
      hint: 'leave one of them out',
    });
  }
  const kind = csv ? 'csv' : json || jq !== undefined ? 'json' : 'text';
  const presenter = new Presenter(context.output, { kind, fields: chosen, jq });
  await presenter.prepare(fields);
  return presenter;
}
