import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { jsonText } from '../core/json.ts';
import { Failure } from '../errors.ts';
import { asked, type Field } from '../output/kind.ts';
import { type Format, Printer } from '../output/printer.ts';
import { type Row, rowOf, rowRecord, Tally } from '../output/row.ts';
import type { Context } from './context.ts';
import type { Answer, ArgsOf, Definition, OptionsOf } from './definition.ts';

/** Only the thing that a row is about matters more than whose row it is. */
const profileField: Field<object> = { name: 'profile', schema: asked };

export type ProfileRow<Value> = Row<{ profile: string; answer: Value }>;

/** Prints one table, and in JSON an object for each account. @returns the exit code */
export async function executeForAll<Typed extends CommandUnknownOpts, Value extends object>(
  { everyProfile: { key = '', order } = {}, kind = () => [], run }: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { format } = context;
  const printer = await Printer.open<Value>(context.output, withProfile(format), {
    kind: [profileField, ...(kind(options, context.options) ?? [])],
    shape: 'rows',
  });
  const answers = await askEveryProfile(context, (own) => run(own, options, ...args));
  const given = answers.flatMap((row) => ('value' in row ? [row.value.answer] : []));
  const texts = given.flatMap((answer) => ('text' in answer ? [answer.text] : []));
  const [list] = given.filter((answer) => 'list' in answer);
  if (texts.length > 0) await context.output.answer(texts.join(''));
  else if (list !== undefined && printer.format === 'json') {
    for (const row of answers) {
      const items = itemsOf(row).map(({ profile: _, ...item }) => printer.picked(item));
      const failed = 'failure' in row && printer.picked(rowRecord(row));
      const record = failed || { profile: profileOf(row), [key]: items };
      await printer.json(record);
    }
  } else {
    const rows = answers.flatMap((row): Row<Value>[] =>
      'failure' in row ? [row] : itemsOf(row).map((value) => ({ value })),
    );
    const values = rows.flatMap((row) => ('value' in row ? [row.value] : []));
    const sorted = order?.(values, options).map((value) => ({ value }));
    const failures = answers.filter((row) => 'failure' in row);
    await printer.rows(sorted ? [...sorted, ...failures] : rows, list);
  }
  if (!printer.showsFailures || texts.length > 0) await warnOfFailures(context, answers);
  return concludeAll(context, answers, ({ failed }) => failed);
}

/** Where fields are chosen, the profile is always the first of them. */
function withProfile(format: Format): Format {
  const { fields } = format;
  if (fields === undefined || fields.split(',').includes('profile')) return format;
  return { ...format, fields: `profile,${fields}` };
}

function itemsOf<Value extends object>(row: ProfileRow<Answer<Value>>) {
  if ('failure' in row) return [];
  const { profile, answer } = row.value;
  const items: Value[] = [];
  if ('one' in answer) items.push(answer.one);
  if ('list' in answer) items.push(...answer.list);
  return items.map((item) => ({ profile, ...item }));
}

/**
 * Asks the accounts of all stored profiles at the same time, since limits are per credential.
 *
 * @throws Failure `usage` for credentials of no profile, `no_credentials` without a profile
 */
export function askEveryProfile<Value>(
  context: Context,
  ask: (own: Context) => Value | Promise<Value>,
): Promise<ProfileRow<Value>[]> {
  const answers = storedAccounts(context).map((profile) =>
    rowOf({ profile }, async () => ({ profile, answer: await ask(context.forProfile(profile)) }), [
      'interrupted',
    ]),
  );
  return context.output.whileWorking('asking every profile', () => Promise.all(answers));
}

/** For an answer that has no place for a failure, such as a calendar. */
export async function warnOfFailures(
  { output }: Context,
  rows: readonly ProfileRow<unknown>[],
): Promise<void> {
  for (const row of rows) {
    if ('failure' in row) await output.warning(`${profileOf(row)}: ${row.failure.text}`);
  }
}

/** A condition has to hold for every account. @returns the exit code */
export async function concludeAll<Value>(
  { output }: Context,
  rows: readonly ProfileRow<Value>[],
  failedOf?: (answer: Value) => string | undefined,
): Promise<number> {
  const tally = new Tally();
  for (const row of rows) {
    const failed = 'value' in row ? failedOf?.(row.value.answer) : undefined;
    tally.count(row, failed);
    if (failed !== undefined) await output.note(`${profileOf(row)}: ${failed}`);
  }
  return tally.conclude(output);
}

/** A profile may also hold nothing but preferences. */
function storedAccounts({ settings, options }: Context): string[] {
  if (options.sandbox || settings.hasEnvironmentPair) {
    const other = options.sandbox
      ? '--sandbox is one account'
      : 'DOTAF_KEY and DOTAF_SECRET are set';
    throw new Failure('usage', `${other}, and --profile all asks the stored ones`, {
      hint: 'leave --profile all out',
    });
  }
  const accounts = settings.config.profiles.filter(
    ({ key, secret, secret_command }) => (key ?? secret ?? secret_command) !== undefined,
  );
  if (accounts.length > 0) return accounts.map(({ name }) => name);
  throw new Failure('no_credentials', 'there are no credentials: no profile is stored', {
    hint: 'dotaf auth login --profile <name> stores one',
  });
}

export function profileOf(row: ProfileRow<unknown>): string {
  if ('value' in row) return row.value.profile;
  return 'profile' in row.asked ? jsonText(row.asked.profile) : '';
}
