import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { NoticeQueue } from '../core/notices.ts';
import { type Failure, outcomes, usageFailure } from '../errors.ts';
import type { FieldList } from '../output/kind.ts';
import type { Output } from '../output/output.ts';
import {
  type OutputFormat,
  type OutputShape,
  type PageRenderer,
  Printer,
  withErrorFields,
} from '../output/printer.ts';
import type { Row } from '../output/row.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './parser.ts';

export interface CommandTexts {
  summary: string;
  alias?: string;
  description?: string;
  examples?: readonly (readonly [line: string, purpose: string])[];
}

interface Definition<Typed extends CommandUnknownOpts, Value extends object> extends CommandTexts {
  declare(command: Command): Typed;
  /** Names of options, each with others of which one must be given beside it. */
  needs?: Readonly<Record<string, readonly string[]>>;
  run(
    context: Context,
    options: OptionsOf<Typed>,
    ...args: ArgsOf<Typed>
  ): Promise<CommandAnswer<Value>> | CommandAnswer<Value>;
  shape: OutputShape;
  /** Fields of the answer, unless it is a text. Without options all fields that there may be. */
  kind?(options?: OptionsOf<Typed>, globals?: GlobalOptions): FieldList<Value>;
  isInBlocks?: true;
  /** The command asks a person, so nothing else may move on the terminal while it runs. */
  isInteractive?: true;
}

type CommandAnswer<Value> = (
  | { item: Value; page?: PageRenderer }
  | ListAnswer<Value>
  | RowsAnswer<Value>
  | { text: string }
) & {
  /** Says why the condition of `--expect` or `--min` does not hold; the exit code is 1 then. */
  unmetMessage?: string | undefined;
  /** Exit code of an answer that speaks of failures. */
  exitCode?: number;
};

interface ListAnswer<Value> {
  list: Value[];
  footer?: string | undefined;
  /** Note for people alone, below a table. */
  tip?: string | undefined;
}

export interface RowsAnswer<Value> {
  rows: AsyncIterable<Row<Value>>;
  /** Typed things, for the widths of columns; empty for a list. */
  inputs: readonly object[];
  emptyMessage?: string | undefined;
  /** Says why a condition that was asked for does not hold for this value. */
  unmet?: ((value: Value) => string | undefined) | undefined;
  /** A row that is not shown still counts for the exit code. */
  isShown?(row: Row<Value>): boolean;
  /** Filled while the rows are read, and printed between them. */
  notices?: NoticeQueue;
  /** Answers also go to this file, so that nobody need read stdout. */
  file?: string | undefined;
}

type ArgsOf<Typed extends CommandUnknownOpts> = Typed['processedArgs'];
type OptionsOf<Typed extends CommandUnknownOpts> = ReturnType<Typed['opts']>;

/** @returns the exit code */
export type Execute = (context: Context) => Promise<number>;

export interface CommandEntry extends CommandTexts {
  /** Fields of the JSON; none where the answer is a text, or has no columns. */
  fields(): FieldList;
  /** Declares options on a bare command of commander. The result runs once the line is read. */
  attach(bare: Command): Execute;
}

export function command<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
): CommandEntry {
  const { shape, needs = {} } = definition;
  return {
    ...definition,
    fields: () => withErrorFields(definition.kind?.() ?? [], shape),
    attach(bare) {
      const declared = definition.declare(bare);
      return async (context) => {
        // commander infers these types, but TypeScript does not follow them through a generic.
        const options = declared.opts() as OptionsOf<Typed>;
        const given = optionsGiven(declared);
        checkFormat(given, shape);
        checkNeeds(given, needs);
        return execute(definition, context, options, declared.processedArgs);
      };
    },
  };
}

const namesFormat: OutputFormat = { kind: 'names', fields: 'domain' };

async function execute<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { output, settings } = context;
  const { kind = () => [], shape, isInBlocks, isInteractive } = definition;
  settings.validateOptions();
  const format = options.names === true ? namesFormat : await context.format();
  const spec = { fields: kind(options, context.options), shape, isInBlocks };
  const printer = new Printer<Value>(output, spec, format);
  const run = async () => definition.run(context, options, ...args);
  const answer = await (isInteractive ? run() : output.progress.withSpinner(run));
  const tally = new Tally();
  if ('text' in answer) await output.writeAnswer(answer.text);
  else if ('item' in answer) await printer.print([{ value: answer.item }], answer);
  else if ('list' in answer) await printList(output, printer, answer);
  else await printRows(output, printer, answer, tally);
  const { unmetMessage, exitCode } = answer;
  const hasExpectation = (options.expect ?? options.min) !== undefined;
  if (hasExpectation && unmetMessage !== undefined) tally.conditions.push(unmetMessage);
  const ofRows = await tally.conclude(output);
  return exitCode || ofRows;
}

function checkFormat(given: readonly string[], shape: OutputShape): void {
  const isText = shape === 'text' || given.includes('--names');
  if (!isText && shape !== 'object') return;
  const refused = isText ? ['--json', '--jq', '--csv', '--fields'] : ['--csv', '--fields'];
  const wrong = refused.find((option) => given.includes(option));
  if (wrong === undefined) return;
  const answer = isText ? 'plain text' : 'one object';
  throw usageFailure(`${wrong} means nothing here: the answer is ${answer}`, `leave ${wrong} out`);
}

function checkNeeds(
  given: readonly string[],
  needs: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [option, others] of Object.entries(needs)) {
    if (!given.includes(option) || others.some((name) => given.includes(name))) continue;
    const missing = others.join(' or ');
    throw usageFailure(`${option} needs ${missing}`, `add ${missing}, or leave ${option} out`);
  }
}

function optionsGiven(command: CommandUnknownOpts): string[] {
  const own = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = own.flatMap(({ long }) => long ?? []);
  return command.parent ? [...names, ...optionsGiven(command.parent)] : names;
}

async function printList<Value extends object>(
  output: Output,
  printer: Printer<Value>,
  { list, footer, tip }: ListAnswer<Value>,
): Promise<void> {
  await printer.print(list.map((value) => ({ value })));
  if (footer !== undefined) await output.note(footer);
  if (tip !== undefined && printer.format === 'text') await output.note(tip);
}

async function printRows<Value extends object>(
  output: Output,
  printer: Printer<Value>,
  answer: RowsAnswer<Value>,
  tally: Tally,
): Promise<void> {
  const { emptyMessage, unmet, file } = answer;
  output.failsOnBrokenPipe = file === undefined;
  const rows = shownRows(answer, output, printer, tally);
  await output.progress.withSpinner(() => printer.print(rows, answer));
  if (!tally.isEmpty || emptyMessage === undefined) return;
  if (unmet !== undefined) tally.conditions.push(emptyMessage);
  else await output.note(emptyMessage);
}

async function* shownRows<Value extends object>(
  { rows, inputs, unmet, isShown, notices }: RowsAnswer<Value>,
  output: Output,
  printer: Printer<Value>,
  tally: Tally,
) {
  const report = async () => output.report(notices?.take() ?? []);
  try {
    for await (const row of rows) {
      await report();
      if ('failure' in row && inputs.length === 1 && !row.isFromEarlierRun) throw row.failure;
      const isWanted = isShown?.(row) ?? true;
      tally.count(row, row.isFromEarlierRun || (isWanted && printer.showsFailures));
      const reason = 'value' in row ? unmet?.(row.value) : undefined;
      if (reason !== undefined) tally.conditions.push(reason);
      if (isWanted && !row.isFromEarlierRun) yield row;
    }
  } finally {
    await report();
  }
}

class Tally {
  readonly conditions: string[] = [];
  #answered = 0;
  /** First failure per exit code. */
  readonly #failures = new Map<number, Failure>();
  readonly #unseen: string[] = [];

  /** @param isSeen false where the answer does not show the failure of the row */
  count(row: Row<object>, isSeen: boolean): void {
    if ('value' in row) {
      this.#answered += 1;
      return;
    }
    const { failure } = row;
    if (!this.#failures.has(failure.exitCode)) this.#failures.set(failure.exitCode, failure);
    if (!isSeen) this.#unseen.push(failure.text);
  }

  get isEmpty(): boolean {
    return this.#answered === 0 && this.#failures.size === 0;
  }

  /** @returns the exit code; a missing answer counts more than a condition that does not hold */
  async conclude(output: Output): Promise<number> {
    const failures = [...this.#failures.values()];
    const [failure, other] = failures;
    const bug = failures.find(({ code }) => code === 'bug');
    if (bug) await output.reportBug(bug);
    if (this.#unseen.length > 0) await output.warn(`no answer: ${firstOf(this.#unseen)}`);
    const isLone = this.#answered === 0 && other === undefined;
    if (failure !== undefined && isLone && !bug) await output.hint(failure.hints);
    if (this.conditions.length > 0) await output.note(firstOf(this.conditions));
    if (failure !== undefined) return isLone ? failure.exitCode : outcomes.someUnanswered;
    return this.conditions.length > 0 ? outcomes.conditionFailed : outcomes.answered;
  }
}

function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}
