import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Kind } from '../output/kind.ts';
import type { Page, Shape } from '../output/printer.ts';
import type { Row } from '../output/row.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './parser.ts';

export interface CommandTexts {
  summary: string;
  alias?: string | undefined;
  description?: string | undefined;
  examples?: readonly Example[] | undefined;
}

export type Example = readonly [line: string, purpose: string];

export interface Definition<Typed extends CommandUnknownOpts, Value extends object>
  extends CommandTexts {
  declare(command: Command): Typed;
  /** Names of options, each with others of which one must be given beside it. */
  needs?: Readonly<Record<string, readonly string[]>>;
  run(
    context: Context,
    options: OptionsOf<Typed>,
    ...args: ArgsOf<Typed>
  ): Promise<CommandAnswer<Value>> | CommandAnswer<Value>;
  shape: Shape;
  /** Fields of the answer, unless it is a text. Without options all fields that there may be. */
  kind?(options?: OptionsOf<Typed>, globals?: GlobalOptions): Kind<Value>;
  /** Every row is a block of lines, and no row of a table. */
  isInBlocks?: true;
  /** The command asks a person, so nothing else may move on the terminal while it runs. */
  isInteractive?: true;
}

export type CommandAnswer<Value> = (
  | OneAnswer<Value>
  | ListAnswer<Value>
  | RowsAnswer<Value>
  | { text: string }
) & {
  /** Says why a condition that was asked for does not hold; the exit code is 1 then. */
  failed?: string | undefined;
  /** Exit code of an answer that speaks of failures. */
  exitCode?: number;
};

export interface OneAnswer<Value> {
  one: Value;
  /** For people in place of the details, unless they choose fields. */
  page?: Page;
}

export interface ListAnswer<Value> {
  list: Value[];
  /** Note in place of a table without rows. */
  empty?: string | undefined;
  /** Note below the rows. */
  closing?: string | undefined;
  /** Note below a table on a terminal. */
  summary?(list: readonly Value[]): string;
}

export interface RowsAnswer<Value> {
  rows: AsyncIterable<Row<Value>>;
  /** Typed things, for the widths of columns; empty for a list. */
  asked: readonly object[];
  empty?: string | undefined;
  /** Says why a condition that was asked for does not hold for this value. */
  failing?: ((value: Value) => string | undefined) | undefined;
  /** A row that is not shown still counts for the exit code. */
  isShown?(row: Row<Value>): boolean;
  /** Answers also go to this file, so that nobody need read stdout. */
  file?: string | undefined;
}

export type ArgsOf<Typed extends CommandUnknownOpts> = Typed['processedArgs'];
export type OptionsOf<Typed extends CommandUnknownOpts> = ReturnType<Typed['opts']>;
