import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Kind } from '../output/kind.ts';
import type { ListNotes, Page } from '../output/printer.ts';
import type { Row } from '../output/row.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './parser.ts';

/** A command: what is typed, what is done, how it looks. */
export interface Definition<Typed extends CommandUnknownOpts, Value extends object> {
  summary: string;
  /** Another word for it. */
  alias?: string;
  /** Declares arguments and options; their types are inferred from it. */
  declare(command: Command): Typed;
  /** By the long name of an option: those that it excludes. */
  excludes?: Readonly<Record<string, readonly string[]>>;
  /** By the long name of an option: it makes sense only beside one of these. */
  needs?: Readonly<Record<string, readonly string[]>>;
  run(
    context: Context,
    options: OptionsOf<Typed>,
    ...args: ArgsOf<Typed>
  ): Promise<Answer<Value>> | Answer<Value>;
  /**
   * The fields of what it answers. Without options all that there may be; nothing for a command that
   * prints only a text.
   */
  kind?(options?: OptionsOf<Typed>, globals?: GlobalOptions): Kind<Value>;
  /** What `--json` prints; one object by default, and for `json` something that has no columns. */
  shape?: 'list' | 'rows' | 'json';
  /** Where people get more than a table. */
  page?(options: OptionsOf<Typed>, context: Context): Page<Value> | undefined;
  /** It answers for several accounts, too: lists under a key, and all items in one order. */
  everyProfile?: {
    key?: string;
    order?(items: Value[], options: OptionsOf<Typed>): Value[];
  };
  /** It asks a person, so that nothing else may move on the terminal while it runs. */
  isInteractive?: true;
}

/** What a command answers with: one thing, a list, rows that come one by one, or a text. */
export type Answer<Value> = (
  | { one: Value }
  | ListAnswer<Value>
  | RowsAnswer<Value>
  | { text: string }
) & {
  /** Says why a condition that was asked for does not hold; the exit code is 1 then. */
  failed?: string | undefined;
  /** Of an answer that speaks of failures. */
  exitCode?: number;
};

export interface ListAnswer<Value> extends ListNotes<Value> {
  list: Value[];
}

/** Rows, each with its own answer or failure. */
export interface RowsAnswer<Value> {
  rows: AsyncIterable<Row<Value>>;
  /** What they will be about, as far as it is known before the first of them. */
  asked: readonly object[];
  /** A list is answered by rows, also where its only one has failed. */
  isList?: boolean;
  /** Says that the list holds nothing. */
  empty?: string | undefined;
  /** Says why a condition that was asked for does not hold for this one. */
  failing?: ((value: Value) => string | undefined) | undefined;
  /** A row that is not shown still counts for the exit code. */
  isShown?(row: Row<Value>): boolean;
  /** Answers also go to this file, so that nobody need read stdout. */
  file?: string | undefined;
}

/** The types that commander infers for arguments and options. */
export type ArgsOf<Typed extends CommandUnknownOpts> = Typed['processedArgs'];
export type OptionsOf<Typed extends CommandUnknownOpts> = ReturnType<Typed['opts']>;
