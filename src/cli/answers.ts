import { outcomes } from '../errors.ts';
import { ReaderGone } from '../output/answer-writer.ts';
import { Presenter } from '../output/presenter.ts';
import { errorFields, loneFailureThrown, Tally } from '../output/row.ts';
import { Screen } from '../output/screen.ts';
import type { Context } from './context.ts';
import type { Execute, ListAnswer, OneAnswer, RowsAnswer } from './definition.ts';

/** Runs a command that answers with one object. */
export function oneAnswer<Value extends object, Args extends unknown[], Options>(
  definition: OneAnswer<Args, Options, Value>,
): Execute<Args, Options> {
  const { everyProfile, isInteractive, asText, afterAnswer, failedCondition } = definition;
  return async (context, options, ...args) => {
    const csv = context.options.csv ? definition.csv : undefined;
    const fields = csv?.fields ?? definition.fields;
    if (everyProfile && context.settings.isEveryProfile) {
      const { answersOfAll } = await import('./every-profile.ts');
      const presenter = await presenterForAll(context, definition.fields);
      return answersOfAll(context, presenter, { ...definition, everyProfile }, options, args);
    }
    const view = { ...definition.view(context, options, ...args), fields };
    const presenter = await presenterFor(context, fields);
    const run = async () => definition.run(context, options, ...args);
    const value = await (isInteractive ? run() : context.output.whileWorking('asking', run));
    const text = await asText?.(context, options, value);
    if (csv !== undefined) await presenter.list(csv.rows(value), { fields, columns: [] });
    else if (text === undefined) await presenter.one(value, view);
    else await context.output.answer(text);
    await afterAnswer?.(context);
    const code = await conclude(context, failedCondition?.(value, options));
    return definition.exitCode?.(value) ?? code;
  };
}

/** Runs a command that answers with a list, unless `instead` gives another way. */
export function listAnswer<Item extends object, Args extends unknown[], Options>(
  definition: ListAnswer<Args, Options, Item>,
): Execute<Args, Options> {
  const { fields, moreFields = [], chosenColumns, everyProfile } = definition;
  const { asText, instead, failedCondition } = definition;
  return async (context, options, ...args) => {
    const other = await instead?.(options);
    if (other !== undefined) return other(context, options, ...args);
    const view = { ...definition.view(context, options, ...args), fields };
    const known = [...fields, ...moreFields];
    if (everyProfile && context.settings.isEveryProfile) {
      const { listsOfAll } = await import('./every-profile.ts');
      const presenter = await presenterForAll(context, known, chosenColumns?.(options));
      return listsOfAll(context, presenter, { ...definition, everyProfile }, options, args);
    }
    const presenter = await presenterFor(context, known, chosenColumns?.(options));
    const run = async () => definition.run(context, options, ...args);
    const items = await context.output.whileWorking('asking', run);
    const text = await asText?.(context, options, items);
    if (text === undefined) await presenter.list(items, view);
    else await context.output.answer(text);
    return conclude(context, failedCondition?.(items, options));
  };
}

/** Runs a command that answers with rows, unless `instead` gives another way. */
export function rowsAnswer<Value extends object, Args extends unknown[], Options>(
  definition: RowsAnswer<Args, Options, Value>,
): Execute<Args, Options> {
  const { moreFields = [], isShown = () => true, instead, failedCondition } = definition;
  return async (context, options, ...args) => {
    const other = await instead?.(options);
    if (other !== undefined) return other(context, options, ...args);
    const fields = definition.fieldsWith?.(options) ?? definition.fields;
    const view = { ...definition.view(context, options, ...args), fields };
    const presenter = await presenterFor(context, [...fields, ...moreFields, ...errorFields]);
    const tally = new Tally();
    const file = definition.file?.(options);
    const write = writerOf(context, file !== undefined);
    const { stdout } = context.surroundings;
    // A terminal need not show all of what a file keeps.
    const isBounded = stdout.isTTY && file !== undefined;
    const screen = isBounded ? new Screen(stdout.rows, context.output, file) : undefined;
    const answer = await definition.run(context, options, ...args);
    const { rows, asked, isList, empty } =
      'rows' in answer ? answer : { rows: answer, asked: [], isList: false, empty: undefined };
    const writer = await presenter.rows(view, asked);
    await context.output.whileWorking('asking', async () => {
      for await (const row of isList ? rows : loneFailureThrown(rows)) {
        tally.count(row, 'value' in row ? failedCondition?.(row.value, options) : undefined);
        if (row.isKept) continue;
        const isVisible = isShown(row, options) && (!screen || (await screen.hasRoom()));
        if (isVisible) await write(writer.write(row));
        else tally.unseen(row);
      }
    });
    await write(writer.end());
    if (tally.isEmpty && empty !== undefined) {
      if (definition.isConditional?.(options)) tally.fail(empty);
      else await context.output.note(empty);
    }
    await reportTally(context, tally);
    return tally.exitCode;
  };
}

/** Waits for a write; a reader who has gone ends the run, unless it survives that. */
function writerOf({ output }: Context, survivesReader: boolean) {
  return async (writing: Promise<void>) => {
    try {
      await writing;
    } catch (error) {
      if (!(error instanceof ReaderGone && survivesReader)) throw error;
      output.abandonAnswer();
    }
  };
}

async function reportTally({ output }: Context, tally: Tally): Promise<void> {
  if (tally.bug !== undefined) await output.bug(tally.bug);
  if (tally.unseenFailures !== undefined) await output.warning(tally.unseenFailures);
  await output.hint(tally.hints);
  if (tally.failedCondition !== undefined) await output.note(tally.failedCondition);
}

async function conclude({ output }: Context, failed: string | undefined): Promise<number> {
  if (failed === undefined) return outcomes.answered;
  await output.note(failed);
  return outcomes.conditionFailed;
}

function presenterForAll(context: Context, fields: readonly string[], columns?: string) {
  return presenterFor(context, [...fields, ...errorFields], columns, ['profile']);
}

async function presenterFor(
  context: Context,
  fields: readonly string[],
  columns?: string,
  always?: readonly string[],
): Promise<Presenter> {
  const { json, csv, fields: chosen } = context.options;
  const { jq, output } = context;
  const kind = csv ? 'csv' : json || jq !== undefined ? 'json' : 'text';
  const presenter = new Presenter(output, { kind, fields: chosen, columns, jq });
  await presenter.prepare(fields, always);
  return presenter;
}
