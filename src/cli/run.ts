import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { outcomes } from '../errors.ts';
import { ReaderGone } from '../output/answer-writer.ts';
import type { Printer } from '../output/printer.ts';
import { loneFailureThrown, Tally } from '../output/row.ts';
import type { Context } from './context.ts';
import type { ArgsOf, Definition, OptionsOf, RowsAnswer } from './definition.ts';
import { printerFor } from './printer-for.ts';

/** Lines that stand around the rows on a terminal: the header, notes and the live line. */
const otherLines = 5;

/** Runs a command and prints its answer. @returns the exit code */
export async function execute<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { output, settings } = context;
  if (definition.everyProfile && settings.isEveryProfile) {
    const { executeForAll } = await import('./every-profile.ts');
    return executeForAll(definition, context, options, args);
  }
  const printer = await printerFor(definition, context, options);
  const run = async () => definition.run(context, options, ...args);
  const answer = await (definition.isInteractive ? run() : output.whileWorking('asking', run));
  if ('rows' in answer) return printRows(context, printer, answer);
  if ('text' in answer) await output.answer(answer.text);
  else if ('one' in answer) await printer.one(answer.one);
  else await printer.list(answer.list, answer);
  const { failed, exitCode = outcomes.answered } = answer;
  if (failed === undefined) return exitCode;
  await output.note(failed);
  return outcomes.conditionFailed;
}

async function printRows<Value extends object>(
  context: Context,
  printer: Printer<Value>,
  { rows, asked, isList, empty, failing, isShown, file }: RowsAnswer<Value>,
): Promise<number> {
  const { output, surroundings } = context;
  const { stdout } = surroundings;
  const tally = new Tally();
  // A terminal need not show all of what a file keeps.
  let room = stdout.isTTY && file !== undefined ? Math.max(1, stdout.rows - otherLines) : Infinity;
  const write = async (writing: Promise<void>) => {
    try {
      await writing;
    } catch (error) {
      // Nobody need read what a file keeps.
      if (!(error instanceof ReaderGone && file !== undefined)) throw error;
      output.abandonAnswer();
    }
  };
  const writer = await printer.writer(asked);
  await output.whileWorking('asking', async () => {
    for await (const row of isList ? rows : loneFailureThrown(rows)) {
      tally.count(row, 'value' in row ? failing?.(row.value) : undefined);
      if (row.isKept) continue;
      const isWanted = isShown?.(row) ?? true;
      if (isWanted) room -= 1;
      if (isWanted && room === -1) await output.note(`all further rows are only in '${file}'`);
      if (isWanted && room >= 0) await write(writer.write(row));
      if (!isWanted || room < 0 || !printer.showsFailures) tally.unseen(row);
    }
  });
  await write(writer.end());
  if (tally.isEmpty && empty !== undefined) {
    if (failing !== undefined) tally.fail(empty);
    else await output.note(empty);
  }
  if (tally.bug !== undefined) await output.bug(tally.bug);
  if (tally.unseenFailures !== undefined) await output.warning(tally.unseenFailures);
  await output.hint(tally.hints);
  if (tally.failedCondition !== undefined) await output.note(tally.failedCondition);
  return tally.exitCode;
}
