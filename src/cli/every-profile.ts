import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { jsonText } from '../core/json.ts';
import { Failure } from '../errors.ts';
import { asked, type Field } from '../output/kind.ts';
import { type Format, Printer } from '../output/printer.ts';
import { type Row, rowOf, rowRecord, Tally } from '../output/row.ts';
import type { Context } from './context.ts';
import type { Answer, ArgsOf, Definition, OptionsOf } from './definition.ts';

/** The profile comes second: what a row is about matters more than whose row it is. */
const profileField: Field<object> = { name: 'profile', schema: asked };

export type ProfileRow<Value> = Row<{ profile: string; answer: Value }>;

/** Prints one table, and in JSON an object for each account. @returns the exit code */
export async function executeForAll<Typed extends CommandUnknownOpts, Value extends object>(
  definition: Definition<Typed, Value>,
  context: Context,
  options: OptionsOf<Typed>,
  args: ArgsOf<Typed>,
): Promise<number> {
  const { everyProfile = {}, kind, run } = definition;
  const { output } = context;
  const printer = await Printer.open<Value>(output, withProfile(context.format), {
    kind: [profileField, ...(kind?.(options, context.options) ?? [])],
    shape: 'rows',
  });
  const rows = await askEveryProfile(context, (own) => run(own, options, ...args));
  const answers = rows.flatMap((row) => ('value' in row ? [row.value.answer] : []));
  const texts = answers.flatMap((answer) => ('text' in answer ? [answer.text] : []));
  if (texts.length > 0) {
    await output.answer(texts.join(''));
  } else if (everyProfile.key !== undefined && printer.format === 'json') {
    for (const row of rows) await printer.json(listRecord(row, everyProfile.key, printer));
  } else {
    const notes = answers.find((answer) => 'list' in answer);
    const order = (items: Value[]) => everyProfile.order?.(items, options) ?? items;
    await printer.rows(itemRows(rows, order), notes);
  }
  if (!printer.showsFailures || texts.length > 0) await warnOfFailures(context, rows);
  return concludeAll(context, rows, ({ failed }) => failed);
}

/** Where fields are chosen, the profile is always the first of them. */
function withProfile(format: Format): Format {
  const { fields } = format;
  const names = fields?.split(',').map((name) => name.trim());
  if (names === undefined || names.includes('profile')) return format;
  return { ...format, fields: `profile,${fields}` };
}

function listRecord<Value extends object>(
  row: ProfileRow<Answer<Value>>,
  key: string,
  printer: Printer<Value>,
): object {
  if ('failure' in row) return printer.picked(rowRecord(row));
  const items = itemsOf(row).map(({ profile: _, ...item }) => printer.picked(item));
  return { profile: profileOf(row), [key]: items };
}

/** A row for each thing of all accounts in one order, then one for each account that has failed. */
function itemRows<Value extends object>(
  rows: readonly ProfileRow<Answer<Value>>[],
  order: (items: Value[]) => Value[],
): Row<Value>[] {
  const items = order(rows.flatMap(itemsOf));
  const failures = rows.filter((row) => 'failure' in row);
  return [...items.map((value) => ({ value })), ...failures];
}

function itemsOf<Value extends object>(row: ProfileRow<Answer<Value>>) {
  if ('failure' in row) return [];
  const { profile, answer } = row.value;
  const items: Value[] = [];
  if ('one' in answer) items.push(answer.one);
  if ('list' in answer) items.push(...answer.list);
  return items.map((item) => ({ profile, ...item }));
}

/** Asks all at once: limits are per credential. @throws Failure `usage`, `no_credentials` */
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

/** Failures become warnings where the answer has no place for them, as in a calendar. */
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
function storedAccounts({ settings }: Context): string[] {
  if (settings.hasEnvironmentPair) {
    const says = 'DOTAF_KEY and DOTAF_SECRET are set, and --profile all asks the stored accounts';
    throw new Failure('usage', says, { hint: 'leave --profile all out' });
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
