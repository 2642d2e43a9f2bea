import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { dayOf } from '../core/dates.ts';
import { outcomes } from '../errors.ts';
import { ReaderGone } from '../output/answer-writer.ts';
import type { Field } from '../output/kind.ts';
import { type Format, Printer } from '../output/printer.ts';
import { loneFailureThrown, Tally } from '../output/row.ts';
import type { Context } from './context.ts';
import type { ArgsOf, Definition, OptionsOf, RowsAnswer } from './definition.ts';

/** Whose row it is; only what the row is about matters more. */
const profileField: Field<object> = {
  ...{ name: 'profile', label: 'profile', rank: 0.5 },
  ...{ isAsked: true, isStated: true },
};

/** Runs a command and prints its answer. @returns the exit code */
export async function execute<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { output, settings, surroundings } = context;
  const { kind: kindFor, page, shape, everyProfile, isInteractive } = definition;
  const isForAll = everyProfile !== undefined && settings.isEveryProfile;
  const kind = kindFor?.(options, context.options) ?? [];
  const printer = await Printer.open<Value>(output, formatOf(context, isForAll), {
    kind: isForAll ? [profileField, ...kind] : kind,
    page: isForAll ? undefined : page?.(options, context),
    mayFail: isForAll || shape === 'rows',
    today: dayOf(surroundings.clock.now()),
  });
  if (isForAll) {
    const { executeForAll } = await import('./every-profile.ts');
    return executeForAll(definition, context, options, args, printer);
  }
  const run = async () => definition.run(context, options, ...args);
  const answer = await (isInteractive ? run() : output.whileWorking('asking', run));
  if ('rows' in answer) return printRows(context, printer, answer);
  if ('text' in answer) await output.answer(answer.text);
  else if ('one' in answer) await printer.one(answer.one);
  else await printer.list(answer.list, answer);
  const { failed, exitCode = outcomes.answered } = answer;
  if (failed === undefined) return exitCode;
  await output.note(failed);
  // What has no answer counts more than what differs.
  return exitCode === outcomes.answered ? outcomes.conditionFailed : exitCode;
}

/** @param isForAll where fields are chosen, the profile is always the first of them */
function formatOf({ options, jq }: Context, isForAll: boolean): Format {
  const { json, csv, fields } = options;
  const kind = csv ? 'csv' : json || jq !== undefined ? 'json' : 'text';
  const { name } = profileField;
  const isThere = !isForAll || fields === undefined || fields.split(',').includes(name);
  return { kind, jq, fields: isThere ? fields : `${name},${fields}` };
}

async function printRows<Value extends object>(
  context: Context,
  printer: Printer<Value>,
  { rows, asked, isList, empty, failing, isShown, file }: RowsAnswer<Value>,
): Promise<number> {
  const { output } = context;
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
  const writer = await printer.writer(asked);
  await output.whileWorking('asking', async () => {
    for await (const row of isList ? rows : loneFailureThrown(rows)) {
      tally.count(row, 'value' in row ? failing?.(row.value) : undefined);
      if (row.isKept) continue;
      const isWanted = isShown?.(row) ?? true;
      if (isWanted) await write(writer.write(row));
      if (!isWanted || !printer.showsFailures) tally.unseen(row);
    }
  });
  await write(writer.end());
  if (tally.isEmpty && empty !== undefined) {
    if (failing !== undefined) tally.fail(empty);
    else await output.note(empty);
  }
  const exitCode = await tally.conclude(output);
  if (tally.failedCondition !== undefined) await output.note(tally.failedCondition);
  return exitCode;
}
