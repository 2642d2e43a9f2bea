import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure, outcomes } from '../errors.ts';
import { fieldNames, type Kind } from '../output/kind.ts';
import { ReaderGone } from '../output/output.ts';
import { Printer } from '../output/printer.ts';
import { errorFields, Tally } from '../output/row.ts';
import { ChosenFacts } from './chosen-facts.ts';
import type { Context } from './context.ts';
import type { Answer, ArgsOf, Definition, OptionsOf, RowsAnswer } from './definition.ts';
import { refuseSecondValues } from './options.ts';
import { pathOf, typed } from './parser.ts';

/** @returns the exit code */
export type Execute = (context: Context) => Promise<number>;

export interface CommandEntry
  extends Pick<Definition<never, never>, 'summary' | 'alias' | 'shape'> {
  fields: readonly string[];
  kind: Kind | undefined;
  /** Under `--profile all`: undefined where it works with one, and else the key of each list. */
  everyProfile: { key?: string } | undefined;
  /** Declares it on a bare command of commander, and runs it once that has read the line. */
  attach(bare: Command): Execute;
}

export const formatOptions = ['--json', '--jq', '--csv', '--fields'];

export function command<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
): CommandEntry {
  const { summary, alias, everyProfile, shape } = definition;
  const kind = definition.kind?.();
  const hasColumns = kind !== undefined && shape !== 'json';
  const fields = hasColumns ? fieldNames(kind) : [];
  const refused = hasColumns ? [] : kind === undefined ? formatOptions : ['--csv', '--fields'];
  return {
    ...{ summary, kind, everyProfile, ...(alias && { alias }), ...(shape && { shape }) },
    fields: shape === 'rows' ? [...fields, ...errorFields] : fields,
    attach(bare) {
      const declared = definition.declare(bare);
      refuseSecondValues(declared);
      return async (context) => {
        checkOptions(declared, refused, definition);
        // commander infers these types, but TypeScript does not follow them through a generic.
        const options = declared.opts() as OptionsOf<Typed>;
        return execute(definition, context, options, declared.processedArgs);
      };
    },
  };
}

/** @returns the exit code */
export async function execute<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { output, settings, format } = context;
  const { kind = () => [], page, shape, everyProfile, isInteractive } = definition;
  settings.checkOptions();
  if (everyProfile !== undefined && settings.isEveryProfile) {
    const { executeForAll } = await import('./every-profile.ts');
    return executeForAll(definition, context, options, args);
  }
  const printer = new Printer<Value>(output, format, {
    kind: kind(options, context.options),
    shape: shape === undefined || shape === 'json' ? 'one' : shape,
    page,
  });
  await printer.open(format);
  const run = async () => definition.run(context, options, ...args);
  const answer = await (isInteractive ? run() : output.whileWorking('asking', run));
  const facts = new ChosenFacts(context.options.fields);
  if ('rows' in answer) return printRows(context, printer, answer, facts);
  if ('text' in answer) await output.answer(answer.text);
  else await printList(printer, answer, facts);
  await facts.warn(output);
  const { failed, exitCode = outcomes.answered } = answer;
  if (failed === undefined) return exitCode;
  await output.note(failed);
  // A missing answer counts more than a difference.
  return exitCode === outcomes.answered ? outcomes.conditionFailed : exitCode;
}

/** @throws Failure `usage` for options that do not go together */
function checkOptions(
  command: CommandUnknownOpts,
  refused: readonly string[],
  { excludes, needs = {} }: Pick<Definition<never, never>, 'excludes' | 'needs'>,
): void {
  const given = optionsGiven(command);
  const refuse = (says: string, hint: string) => {
    throw new Failure('usage', says, { hint });
  };
  for (const option of refused.filter((one) => given.includes(one))) {
    refuse(`${option} means nothing to ${typed(pathOf(command))}`, `leave ${option} out`);
  }
  const everyExclusion = { '--csv': ['--json', '--jq'], ...excludes };
  for (const [option, others] of Object.entries(everyExclusion)) {
    const other = given.includes(option) && others.find((name) => given.includes(name));
    if (other) refuse(`${option} and ${other} exclude each other`, 'leave one of them out');
  }
  for (const [option, others] of Object.entries(needs)) {
    if (!given.includes(option) || others.some((name) => given.includes(name))) continue;
    const missing = others.join(' or ');
    refuse(`${option} needs ${missing}`, `add ${missing}, or leave ${option} out`);
  }
}

function optionsGiven(command: CommandUnknownOpts): string[] {
  const own = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const names = own.flatMap(({ long }) => long ?? []);
  return [...names, ...(command.parent ? optionsGiven(command.parent) : [])];
}

async function printList<Value extends object>(
  printer: Printer<Value>,
  answer: Extract<Answer<Value>, { one: Value } | { list: Value[] }>,
  facts: ChosenFacts,
): Promise<void> {
  const values = 'one' in answer ? [answer.one] : answer.list;
  await printer.list(values, 'one' in answer ? {} : answer);
  for (const value of values) facts.see(value);
}

async function printRows<Value extends object>(
  context: Context,
  printer: Printer<Value>,
  { rows, asked, isList, empty, failing, isShown, file }: RowsAnswer<Value>,
  facts: ChosenFacts,
): Promise<number> {
  const { output } = context;
  const isLone = !isList && asked.length === 1;
  const tally = new Tally();
  const write = async (writing: Promise<void>) => {
    try {
      await writing;
    } catch (error) {
      // Nobody need read what a file keeps.
      if (!(error instanceof ReaderGone && file !== undefined)) throw error;
      output.abandonAnswer();
    }
  };
  await printer.begin(asked);
  await output.whileWorking('asking', async () => {
    for await (const row of rows) {
      // If the only row is a failure, the command has failed.
      if ('failure' in row && isLone && !row.isKept) throw row.failure;
      tally.count(row, 'value' in row ? failing?.(row.value) : undefined);
      if ('value' in row) facts.see(row.value);
      if (row.isKept) continue;
      const isWanted = isShown?.(row) ?? true;
      if (isWanted) await write(printer.row(row));
      if (!isWanted || !printer.showsFailures) tally.unseen(row);
    }
  });
  await write(printer.end());
  await facts.warn(output);
  if (tally.isEmpty && empty !== undefined) {
    if (failing !== undefined) tally.fail(empty);
    else await output.note(empty);
  }
  const exitCode = await tally.conclude(output);
  if (tally.failedCondition !== undefined) await output.note(tally.failedCondition);
  return exitCode;
}
