import { jsonText } from '../core/json.ts';
import { Failure } from '../errors.ts';
import type { Presenter } from '../output/presenter.ts';
import { type Row, rowOf, Tally } from '../output/row.ts';
import type { Context } from './context.ts';
import type { ListAnswer, OneAnswer } from './definition.ts';

type ForEvery<Answer extends { everyProfile?: unknown }> = Answer & {
  everyProfile: NonNullable<Answer['everyProfile']>;
};

/** What one account has answered, or why it has not. */
export type ProfileRow<Value> = Row<{ profile: string; answer: Value }>;

/** Prints the answers of all accounts. @returns the exit code */
export async function answersOfAll<Args extends unknown[], Options, Value extends object>(
  context: Context,
  presenter: Presenter,
  { fields, everyProfile, run, failedCondition }: ForEvery<OneAnswer<Args, Options, Value>>,
  options: Options,
  args: Args,
): Promise<number> {
  const rows = await askEveryProfile(context, (own) => run(own, options, ...args));
  const shown = rows.map((row): Row<Value & { profile: string }> => {
    if ('failure' in row) return row;
    return { value: { profile: row.value.profile, ...row.value.answer } };
  });
  await presenter.accounts(shown, { fields, columns: everyProfile });
  return concludeAll(context, rows, (value) => failedCondition?.(value, options));
}

/** Prints the lists of all accounts: as one, or in JSON an object for each. @returns the exit code */
export async function listsOfAll<Args extends unknown[], Options, Item extends object>(
  context: Context,
  presenter: Presenter,
  definition: ForEvery<ListAnswer<Args, Options, Item>>,
  options: Options,
  args: Args,
): Promise<number> {
  const { fields, everyProfile, asText } = definition;
  const view = { ...definition.view(context, options, ...args), fields };
  const rows = await askEveryProfile(context, (own) => definition.run(own, options, ...args));
  const itemsOf = (row: ProfileRow<Item[]>) =>
    'value' in row ? row.value.answer.map((item) => ({ profile: row.value.profile, ...item })) : [];
  const items = everyProfile.order(rows.flatMap(itemsOf), options);
  const text = await asText?.(context, options, items);
  if (text !== undefined) {
    await context.output.answer(text);
    await warnOfFailures(context, rows);
  } else if (presenter.isJson) await presenter.listsAsJson(rows, everyProfile.key);
  else {
    const failures = rows.filter((row) => 'failure' in row);
    await presenter.accounts([...items.map((value) => ({ value })), ...failures], view);
  }
  return concludeAll(context, rows);
}

/**
 * Asks the accounts of all stored profiles at the same time, since limits are per credential.
 *
 * @param ask works with the settings and credentials of one profile
 * @throws Failure `usage` for credentials that are of no profile, `no_credentials` without a profile
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

/** @param failedCondition has to hold for every account @returns the exit code */
export async function concludeAll<Value>(
  { output }: Context,
  rows: readonly ProfileRow<Value>[],
  failedCondition?: (answer: Value) => string | undefined,
): Promise<number> {
  const tally = new Tally();
  for (const row of rows) {
    const failed = 'value' in row ? failedCondition?.(row.value.answer) : undefined;
    tally.count(row, failed);
    if (failed !== undefined) await output.note(`${profileOf(row)}: ${failed}`);
  }
  if (tally.bug !== undefined) await output.bug(tally.bug);
  await output.hint(tally.hints);
  return tally.exitCode;
}

/** A profile may also hold nothing but preferences. */
function storedAccounts({ settings, options }: Context): string[] {
  if (options.sandbox) {
    const says = 'the sandbox is one account, and --profile all asks the stored ones';
    throw new Failure('usage', says, { hint: 'leave --sandbox or --profile all out' });
  }
  if (settings.hasEnvironmentPair) {
    const says = 'DOTAF_KEY and DOTAF_SECRET are set, and come before every profile';
    const hint = 'unset both to ask the stored profiles, or leave --profile all out';
    throw new Failure('usage', says, { hint });
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
