import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Failure } from '../errors.ts';
import type { Row } from '../output/row.ts';
import type { Column } from '../output/table.ts';
import type { ListView, OneView, RowsView } from '../output/views.ts';
import type { Context } from './context.ts';
import type { OptionRules } from './option-rules.ts';

/** The command as it is typed, and its help. */
export interface Definition<Typed extends CommandUnknownOpts> extends OptionRules {
  summary: string;
  /** Another word for it. */
  alias?: string;
  /** Declares arguments and options; their types are inferred from it. */
  declare(command: Command): Typed;
}

/** Describes what a command runs and how its answer is shown. */
export interface Answering<Args extends unknown[], Options, Answer, View, Value> {
  /** The fields that `--fields` chooses from. */
  fields: readonly string[];
  /** Further ones, which are there only when they are chosen. */
  moreFields?: readonly string[];
  run(context: Context, options: Options, ...args: Args): Answer | Promise<Answer>;
  view(context: Context, options: Options, ...args: Args): Omit<View, 'fields'>;
  /** Says why a condition that was asked for does not hold; the exit code is 1 then. */
  failedCondition?(value: Value, options: Options): string | undefined;
}

/** Answers with one thing. */
export interface OneAnswer<Args extends unknown[], Options, Value>
  extends Answering<Args, Options, Value, OneView<Value>, Value> {
  /** Rows that --csv prints in place of the one answer. */
  csv?: { fields: readonly string[]; rows(value: NoInfer<Value>): object[] };
  /** The columns for several accounts; without them it takes no `--profile all`. */
  everyProfile?: readonly Column<Value>[];
  /** Goes on after the answer, such as a server that runs until it is stopped. */
  afterAnswer?(context: Context): Promise<void>;
  /** A text in a format of its own, such as a report. */
  asText?(context: Context, options: Options, value: Value): Promise<string | undefined>;
  /** The exit code of an answer that tells of failures. */
  exitCode?(value: Value): number;
  /** It asks a person, so that nothing else may move on the terminal while it runs. */
  isInteractive?: true;
}

/** Answers with a list of things, of any length. */
export interface ListAnswer<Args extends unknown[], Options, Item>
  extends Answering<Args, Options, Item[], ListView<Item>, Item[]> {
  /** The fields that `--columns` names, separated by commas. */
  chosenColumns?(options: Options): string | undefined;
  /** For `--profile all`: the key of each list in JSON, and the order of all their items. */
  everyProfile?: { key: string; order(items: Item[], options: Options): Item[] };
  /** A text in a format of its own, such as a calendar. */
  asText?(context: Context, options: Options, items: Item[]): Promise<string | undefined>;
  /** Replaces this answer where some options ask for another. */
  instead?(options: Options): Promise<Execute<Args, Options> | undefined>;
}

export interface AnnouncedRows<Value> {
  /** What the rows will be about, as far as it is known before the first of them. */
  asked: readonly object[];
  rows: AsyncIterable<Row<Value>>;
  /** A list is answered by rows, also where its only one has failed. */
  isList?: boolean;
  /** Says that the list holds nothing. */
  empty?: string | undefined;
}

/** Answers several things asked, each with its own answer or failure. */
export interface RowsAnswer<Args extends unknown[], Options, Value>
  extends Answering<
    Args,
    Options,
    AsyncIterable<Row<Value>> | AnnouncedRows<Value>,
    RowsView<Value>,
    Value
  > {
  /** The fields, where options add some to the usual ones. */
  fieldsWith?(options: Options): readonly string[];
  /** Answers also go to this file: a screen of them is shown, and nobody need read stdout. */
  file?(options: Options): string | undefined;
  /** Tells whether a row is printed; one that is not still counts for the exit code. */
  isShown?(row: Row<Value>, options: Options): boolean;
  /** Tells whether a condition is asked for, which does not hold where there is no row. */
  isConditional?(options: Options): boolean;
  /** Replaces this answer where some options ask for another. */
  instead?(options: Options): Promise<Execute<Args, Options> | undefined>;
}

export interface TextAnswer {
  text: string;
  /** Thrown once the text is printed, which stays right without the rest. */
  failure?: Failure | undefined;
  exitCode?: number;
}

/** Answers with a text in a format of its own. */
export interface TextAnswering<Args extends unknown[], Options> {
  run(context: Context, options: Options, ...args: Args): Promise<string | TextAnswer>;
}

/** The types that commander infers for arguments and options. */
export type ArgsOf<Typed extends CommandUnknownOpts> = Typed['processedArgs'];
export type OptionsOf<Typed extends CommandUnknownOpts> = ReturnType<Typed['opts']>;

/** Runs a command and prints its answer. @returns the exit code */
export type Execute<Args extends unknown[], Options> = (
  context: Context,
  options: Options,
  ...args: Args
) => Promise<number>;
