import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { NoticeQueue } from '../core/notices.ts';
import { exitCodes, type Failure, usageFailure } from '../errors.ts';
import type { FieldList } from '../output/field-list.ts';
import type { OutputWriter } from '../output/output.ts';
import {
  appendErrorFields,
  type OutputFormatOptions,
  type OutputShape,
  RowPrinter,
  type TextPageRenderer,
} from '../output/printer.ts';
import type { ResultRow } from '../output/row.ts';
import type { CommandContext } from './context.ts';
import type { GlobalOptions } from './parser.ts';

export interface CommandMetadata {
  summary: string;
  alias?: string;
  description?: string;
  examples?: readonly (readonly [line: string, purpose: string])[];
}

interface CommandDefinition<Cmd extends CommandUnknownOpts, Value extends object>
  extends CommandMetadata {
  defineOptions(command: Command): Cmd;
  /** Maps an option to a list of options, at least one of which must accompany it. */
  requiresOneOf?: Readonly<Record<string, readonly string[]>>;
  run(
    context: CommandContext,
    options: CommandOptions<Cmd>,
    ...args: CommandArgs<Cmd>
  ): Promise<CommandResult<Value>> | CommandResult<Value>;
  shape: OutputShape;
  /** Returns the output fields; without `options`, every field that help should list. */
  fields?(options?: CommandOptions<Cmd>, globals?: GlobalOptions): FieldList<Value>;
  isInBlocks?: true;
  /** Set if the command prompts the user; the progress line is then not shown. */
  isInteractive?: true;
}

type CommandResult<Value> = (
  | { item: Value; page?: TextPageRenderer }
  | ListResult<Value>
  | RowsResult<Value>
  | { text: string }
) & {
  /** Why the result does not satisfy --expect or --min; if set, the exit code is 1. */
  unmetMessage?: string | undefined;
  /** The exit code of a command whose output itself reports failures, such as `dotaf doctor`. */
  exitCode?: number;
};

interface ListResult<Value> {
  list: Value[];
  footer?: string | undefined;
  /** A note to print below a table; omitted with --json and --csv. */
  tip?: string | undefined;
}

export interface RowsResult<Value> {
  rows: AsyncIterable<ResultRow<Value>>;
  /** Inputs known before the first row, used to size columns; empty if they come from a file. */
  inputs: readonly object[];
  emptyMessage?: string | undefined;
  /** @returns why the value does not satisfy --expect; undefined if it does */
  unmet?: ((value: Value) => string | undefined) | undefined;
  /** Whether to print a row; rows that are not printed still affect the exit code. */
  isShown?(row: ResultRow<Value>): boolean;
  /** Notices that arise while the rows are read; they are printed between the rows. */
  notices?: NoticeQueue;
  /** The --out file. Rows are also saved there, so the command continues if stdout closes. */
  file?: string | undefined;
}

type CommandArgs<Cmd extends CommandUnknownOpts> = Cmd['processedArgs'];
type CommandOptions<Cmd extends CommandUnknownOpts> = ReturnType<Cmd['opts']>;

/** Runs a command. @returns its exit code */
export type CommandHandler = (context: CommandContext) => Promise<number>;

export interface RunnableCommand extends CommandMetadata {
  /** Returns the fields of the JSON output; none for plain text or JSON of varying structure. */
  fields(): FieldList;
  /** Adds the options to a new commander command. @returns a function that runs the command */
  attach(cmd: Command): CommandHandler;
}

export function defineCommand<Cmd extends CommandUnknownOpts, Value extends object>(
  definition: CommandDefinition<Cmd, Value>,
): RunnableCommand {
  const { shape, requiresOneOf = {} } = definition;
  return {
    ...definition,
    fields: () => appendErrorFields(definition.fields?.() ?? [], shape),
    attach(cmd) {
      const cmdWithOptions = definition.defineOptions(cmd);
      return async (context) => {
        // TypeScript loses commander's inferred option types in a generic function, so cast them.
        const options = cmdWithOptions.opts() as CommandOptions<Cmd>;
        const optionNames = getCliOptionNames(cmdWithOptions);
        checkFormatOptions(optionNames, shape);
        checkRequiredOptions(optionNames, requiresOneOf);
        return executeCommand(definition, context, options, cmdWithOptions.processedArgs);
      };
    },
  };
}

const namesFormat: OutputFormatOptions = { kind: 'names', fields: 'domain' };

async function executeCommand<Cmd extends CommandUnknownOpts, Value extends object>(
  definition: CommandDefinition<Cmd, Value>,
  context: CommandContext,
  options: CommandOptions<Cmd>,
  args: CommandArgs<Cmd>,
): Promise<number> {
  const { output, settings } = context;
  const { fields = () => [], shape, isInBlocks, isInteractive } = definition;
  settings.validateOptions();
  const format = options.names === true ? namesFormat : await context.getFormat();
  const spec = { fields: fields(options, context.options), shape, isInBlocks };
  const printer = new RowPrinter<Value>(output, spec, format);
  const run = async () => definition.run(context, options, ...args);
  const result = await (isInteractive ? run() : output.progress.withSpinner(run));
  const tally = new Tally();
  if ('text' in result) await output.writeAnswer(result.text);
  else if ('item' in result) await printer.print([{ value: result.item }], result);
  else if ('list' in result) await printList(output, printer, result);
  else await printRows(output, printer, result, tally);
  const { unmetMessage, exitCode } = result;
  const hasExpectation = (options.expect ?? options.min) !== undefined;
  if (hasExpectation && unmetMessage !== undefined) tally.unmetMessages.push(unmetMessage);
  const rowsExitCode = await tally.report(output);
  return exitCode || rowsExitCode;
}

function checkFormatOptions(optionNames: readonly string[], shape: OutputShape): void {
  const isText = shape === 'text' || optionNames.includes('--names');
  if (!isText && shape !== 'object') return;
  const unsupportedOptions = isText
    ? ['--json', '--jq', '--csv', '--fields']
    : ['--csv', '--fields'];
  const unsupportedOption = unsupportedOptions.find((option) => optionNames.includes(option));
  if (unsupportedOption === undefined) return;
  const outputName = isText ? 'plain text' : 'one object';
  throw usageFailure(
    `${unsupportedOption} means nothing here: the answer is ${outputName}`,
    `leave ${unsupportedOption} out`,
  );
}

function checkRequiredOptions(
  optionNames: readonly string[],
  requiresOneOf: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [option, alternatives] of Object.entries(requiresOneOf)) {
    if (!optionNames.includes(option) || alternatives.some((name) => optionNames.includes(name)))
      continue;
    const missing = alternatives.join(' or ');
    throw usageFailure(`${option} needs ${missing}`, `add ${missing}, or leave ${option} out`);
  }
}

function getCliOptionNames(command: CommandUnknownOpts): string[] {
  const cliOptions = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = cliOptions.flatMap(({ long }) => long ?? []);
  return command.parent ? [...names, ...getCliOptionNames(command.parent)] : names;
}

async function printList<Value extends object>(
  output: OutputWriter,
  printer: RowPrinter<Value>,
  { list, footer, tip }: ListResult<Value>,
): Promise<void> {
  await printer.print(list.map((value) => ({ value })));
  if (footer !== undefined) await output.note(footer);
  if (tip !== undefined && printer.format === 'text') await output.note(tip);
}

async function printRows<Value extends object>(
  output: OutputWriter,
  printer: RowPrinter<Value>,
  result: RowsResult<Value>,
  tally: Tally,
): Promise<void> {
  const { emptyMessage, unmet, file } = result;
  output.failsOnBrokenPipe = file === undefined;
  const rows = tallyRows(result, output, printer, tally);
  await output.progress.withSpinner(() => printer.print(rows, result));
  if (!tally.isEmpty || emptyMessage === undefined) return;
  if (unmet !== undefined) tally.unmetMessages.push(emptyMessage);
  else await output.note(emptyMessage);
}

async function* tallyRows<Value extends object>(
  { rows, inputs, unmet, isShown, notices }: RowsResult<Value>,
  output: OutputWriter,
  printer: RowPrinter<Value>,
  tally: Tally,
) {
  const report = async () => output.printNotices(notices?.take() ?? []);
  try {
    for await (const row of rows) {
      await report();
      if ('failure' in row && inputs.length === 1 && !row.isFromEarlierRun) throw row.failure;
      const shouldShow = isShown?.(row) ?? true;
      tally.count(row, row.isFromEarlierRun || (shouldShow && printer.showsFailures));
      const reason = 'value' in row ? unmet?.(row.value) : undefined;
      if (reason !== undefined) tally.unmetMessages.push(reason);
      if (shouldShow && !row.isFromEarlierRun) yield row;
    }
  } finally {
    await report();
  }
}

class Tally {
  readonly unmetMessages: string[] = [];
  #successCount = 0;
  /** Maps each exit code to the first failure that has it. */
  readonly #firstFailures = new Map<number, Failure>();
  readonly #hiddenFailures: string[] = [];

  /** @param isShown whether the row's failure, if any, appears in the output */
  count(row: ResultRow<object>, isShown: boolean): void {
    if ('value' in row) {
      this.#successCount += 1;
      return;
    }
    const { failure } = row;
    if (!this.#firstFailures.has(failure.exitCode))
      this.#firstFailures.set(failure.exitCode, failure);
    if (!isShown) this.#hiddenFailures.push(failure.fullMessage);
  }

  get isEmpty(): boolean {
    return this.#successCount === 0 && this.#firstFailures.size === 0;
  }

  /** @returns the exit code; a failed row takes precedence over an unmet --expect condition */
  async report(output: OutputWriter): Promise<number> {
    const failures = [...this.#firstFailures.values()];
    const [failure, secondFailure] = failures;
    const bug = failures.find(({ code }) => code === 'bug');
    if (bug) await output.reportBug(bug);
    if (this.#hiddenFailures.length > 0)
      await output.warn(`no answer: ${formatFirst(this.#hiddenFailures)}`);
    const isSingleFailure = this.#successCount === 0 && secondFailure === undefined;
    if (failure !== undefined && isSingleFailure && !bug) await output.hint(failure.hints);
    if (this.unmetMessages.length > 0) await output.note(formatFirst(this.unmetMessages));
    if (failure !== undefined) return isSingleFailure ? failure.exitCode : exitCodes.partialFailure;
    return this.unmetMessages.length > 0 ? exitCodes.conditionUnmet : exitCodes.success;
  }
}

function formatFirst([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}
