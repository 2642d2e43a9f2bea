import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { joinNames } from '../core/text.ts';
import { type CliError, exitCodes, usageError } from '../errors.ts';
import type { FieldList } from '../output/field-list.ts';
import type { OutputWriter } from '../output/output.ts';
import {
  appendErrorFields,
  type OutputFormatOptions,
  type OutputKind,
  RowPrinter,
  type TextRenderer,
} from '../output/printer.ts';
import type { ResultRow } from '../output/row.ts';
import type { Settings } from '../settings/settings.ts';
import type { CommandContext } from './context.ts';
import { type GlobalOptions, getOptionsWithGlobals } from './parser.ts';
import { saveWorkbook, validateWorkbookPath } from './workbook-file.ts';

export interface CommandMetadata {
  summary: string;
  alias?: string;
  description?: string;
  /** Maps each example command line to its purpose. */
  examples?: Readonly<Record<string, string>>;
  fields?(): FieldList;
}

interface CommandDefinition<Cmd extends CommandUnknownOpts, Value extends object>
  extends CommandMetadata {
  defineOptions?(command: Command): Cmd;
  /** Maps an option to the option that must accompany it. */
  requires?: Readonly<Record<string, string>>;
  run(
    context: CommandContext,
    options: CommandOptions<Cmd>,
    ...args: Cmd['processedArgs']
  ): Promise<CommandResult<Value>> | CommandResult<Value>;
  outputKind?: OutputKind;
  /** Returns the output fields for `options`, or all fields listed in the help if it is omitted. */
  fields?(
    options?: CommandOptions<Cmd>,
    globals?: GlobalOptions,
    settings?: Settings,
  ): FieldList<Value>;
  isInBlocks?: true;
  /** If set, the result depends on today's date, so --expect fails if the system clock is wrong. */
  countsFromToday?: true;
  rejectsCron?: true;
  /** Set if the command prompts, so that no spinner overwrites the prompts. */
  isInteractive?: true;
}

type CommandResult<Value> = (
  | { item: Value }
  | { list: Value[] }
  | RowsResult<Value>
  | { text: string }
) & {
  page?: TextRenderer;
  footer?: string | readonly string[] | undefined;
  /** A note to print below a table, but not with --json, --csv or --xlsx. */
  tip?: string | undefined;
  /** Why --expect or --min is not satisfied; the exit code is then 1. */
  unmetMessage?: string | undefined;
  /** Exit code if the command ran, but its output reports failures, as in `dotaf doctor`. */
  exitCode?: number;
};

interface RowsResult<Value> {
  rows: AsyncIterable<ResultRow<Value>>;
  /**
   * The requested domain names or price quotes; empty if the names come from a file. Used to size
   * table columns, and to throw the error of a single item instead of printing it as a row.
   */
  inputs: readonly object[];
  emptyMessage?: string | undefined;
  unmet?: ((value: Value) => string | undefined) | undefined;
  /** Returns false for rows to omit from the output; they still affect the exit code. */
  isShown?(row: ResultRow<Value>): boolean;
  /** The --out file: while rows are saved there, a closed stdout does not stop the command. */
  file?: string | undefined;
}

type CommandOptions<Cmd extends CommandUnknownOpts> = ReturnType<Cmd['opts']>;

export type CommandHandler = (context: CommandContext) => Promise<number>;

export interface RunnableCommand extends CommandMetadata {
  /** Adds this command's options to `cmd`. @returns a function that runs the command */
  attach(cmd: Command): CommandHandler;
}

export function defineCommand<Value extends object, Cmd extends CommandUnknownOpts = Command>(
  definition: CommandDefinition<Cmd, Value>,
): RunnableCommand {
  return {
    ...definition,
    fields: () => appendErrorFields(definition.fields?.() ?? [], definition.outputKind),
    attach(cmd) {
      const cmdWithOptions = definition.defineOptions?.(cmd) ?? cmd;
      return (context) => executeCommand(definition, cmdWithOptions, context);
    },
  };
}

async function executeCommand<Cmd extends CommandUnknownOpts, Value extends object>(
  definition: CommandDefinition<Cmd, Value>,
  cmd: Cmd,
  context: CommandContext,
) {
  const { output, settings } = context;
  const { fields = () => [], outputKind = 'item', isInBlocks, isInteractive } = definition;
  // Cast, since TypeScript loses the option types inferred by commander in this generic function.
  const options = cmd.opts() as CommandOptions<Cmd>;
  const optionNames = getOptionsWithGlobals(cmd)
    .filter((option) => cmd.getOptionValueSourceWithGlobals(option.attributeName()) === 'cli')
    .flatMap(({ long }) => long ?? []);
  checkOptions(optionNames, definition);
  settings.validateOptions();
  const { xlsx } = context.options;
  if (xlsx !== undefined) validateWorkbookPath(xlsx, cmd, settings);
  const format: OutputFormatOptions =
    options.names === true ? { kind: 'names', fields: 'domain' } : await context.getFormat();
  const canReadDetails = cmd.options.some(({ long }) => long === '--details') && !options.details;
  const spec = {
    fields: fields(options, context.options, settings),
    outputKind,
    isInBlocks,
    missingAttributeHint: canReadDetails
      ? '--details reads each domain by itself'
      : 'dotaf doctor names the keys that came',
  };
  const printer = new RowPrinter<Value>(output, spec, format);
  const run = async () => definition.run(context, options, ...cmd.processedArgs);
  const result = await (isInteractive ? run() : output.progress.withSpinner(run)).finally(() =>
    printReport(context),
  );
  const tally = new Tally();
  await printResult(context, printer, result, tally);
  if ((options.expect ?? options.min) !== undefined) {
    const { problem } = context.clockCheck;
    tally.addUnmet(result.unmetMessage ?? (definition.countsFromToday && problem));
  }
  const rowsExitCode = await tally.report(output);
  if (xlsx !== undefined && answeredExitCodes.includes(rowsExitCode))
    await output.note(await saveWorkbook(xlsx, printer.createWorkbook(), context.signal));
  return result.exitCode || rowsExitCode;
}

const answeredExitCodes: readonly number[] = Object.values(exitCodes);

function checkOptions(
  optionNames: readonly string[],
  definition: Pick<CommandDefinition<never, never>, 'outputKind' | 'rejectsCron' | 'requires'>,
) {
  const { outputKind, rejectsCron, requires = {} } = definition;
  const reject = (unsupportedOptions: readonly string[], reason: string) => {
    const option = unsupportedOptions.find((name) => optionNames.includes(name));
    if (option === undefined) return;
    throw usageError(`${option} means nothing here: ${reason}`, `leave ${option} out`);
  };
  const hasNames = optionNames.includes('--names');
  const tableOptions = ['--csv', '--xlsx', '--fields'];
  if (hasNames || outputKind === 'text')
    reject(['--json', '--jq', ...tableOptions], 'the answer is plain text');
  if (outputKind === 'object') reject(tableOptions, 'the answer is one object');
  if (hasNames || rejectsCron) reject(['--cron'], 'the output is meant to be kept');
  for (const [option, required] of Object.entries(requires)) {
    if (!optionNames.includes(option) || optionNames.includes(required)) continue;
    throw usageError(`${option} needs ${required}`, `add ${required}, or leave ${option} out`);
  }
}

function printReport({ output, report }: CommandContext) {
  return output.printNotices(report.take());
}

async function printResult<Value extends object>(
  context: CommandContext,
  printer: RowPrinter<Value>,
  result: CommandResult<Value>,
  tally: Tally,
) {
  const { output, report } = context;
  if ('text' in result) await output.writeAnswer(result.text);
  else if ('rows' in result) await printRows(context, printer, result, tally);
  else {
    const values = 'item' in result ? [result.item] : result.list;
    const rows = values.map((value) => ({ value }));
    await printer.print(rows, result);
  }
  const { footer = [], tip } = result;
  const closingNotes = output.options.isHeld ? [] : report.closingNotes;
  for (const note of [footer, closingNotes].flat()) await output.note(note);
  if (tip !== undefined && printer.format === 'text') await output.note(tip);
}

async function printRows<Value extends object>(
  context: CommandContext,
  printer: RowPrinter<Value>,
  result: RowsResult<Value>,
  tally: Tally,
) {
  const { output } = context;
  const { emptyMessage, unmet, file } = result;
  output.failsOnBrokenPipe = file === undefined;
  let isEmpty = true;
  async function* tallyRows() {
    try {
      for await (const row of result.rows) {
        isEmpty = false;
        await printReport(context);
        if (tally.count(row, result, printer.showsErrors)) yield row;
      }
    } finally {
      await printReport(context);
    }
  }
  await output.progress.withSpinner(() => printer.print(tallyRows(), result));
  if (!isEmpty || emptyMessage === undefined) return;
  if (unmet !== undefined) tally.addUnmet(emptyMessage);
  else await output.note(emptyMessage);
}

class Tally {
  #hasSuccess = false;
  readonly #errors: CliError[] = [];
  readonly #hiddenErrors: string[] = [];
  readonly #unmetMessages: string[] = [];

  /** @returns true if the row should be printed. @throws its error if there is only one input */
  count<Value extends object>(
    row: ResultRow<Value>,
    { inputs, unmet, isShown }: RowsResult<Value>,
    showsErrors: boolean,
  ) {
    const shouldShow = isShown?.(row) ?? true;
    if ('value' in row) {
      this.#hasSuccess = true;
      this.addUnmet(unmet?.(row.value));
    } else {
      const { error } = row;
      if (inputs.length === 1) throw error;
      this.#errors.push(error);
      if (!shouldShow || !showsErrors) this.#hiddenErrors.push(error.fullMessage);
    }
    return shouldShow;
  }

  addUnmet(message: string | undefined) {
    if (message !== undefined) this.#unmetMessages.push(message);
  }

  /** Prints errors and unmet conditions. Errors take precedence for the exit code. */
  async report(output: OutputWriter) {
    const [error, ...others] = this.#errors;
    const bug = this.#errors.find(({ code }) => code === 'bug');
    if (bug) await output.reportBug(bug);
    if (this.#hiddenErrors.length > 0)
      await output.warn(`no answer: ${joinNames(this.#hiddenErrors, 1)}`);
    const haveSameCause =
      !this.#hasSuccess && others.every(({ exitCode }) => exitCode === error?.exitCode);
    if (error !== undefined && haveSameCause && !bug)
      await output.error(error.with({ subject: undefined }));
    if (this.#unmetMessages.length > 0) await output.note(joinNames(this.#unmetMessages, 1));
    if (error !== undefined) return haveSameCause ? error.exitCode : exitCodes.partialFailure;
    return this.#unmetMessages.length > 0 ? exitCodes.conditionUnmet : exitCodes.success;
  }
}
