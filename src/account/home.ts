import { execute } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import type { Answer } from '../cli/definition.ts';
import { type Day, dayOf } from '../core/dates.ts';
import { changesSince, openDomains } from '../domains/changes.ts';
import {
  byExpiry,
  domainList,
  expirySummary,
  requireFact,
  warnOfUnknown,
} from '../domains/list.ts';
import { outcomes } from '../errors.ts';
import { balanceKind, digestKind, domainKind } from '../kinds.ts';
import type { Screen } from '../output/cell.ts';
import { details, type Pair } from '../output/details.ts';
import { cellOf, type Field, type Kind, labelOf } from '../output/kind.ts';
import { rowOf } from '../output/row.ts';
import { drawTable } from '../output/table.ts';

const nextCount = 5;

const howToStart: Pair[] = [
  ['dotaf auth login', { text: 'store your credentials' }],
  ['dotaf check kabul.af --sandbox', { text: 'try it without an account' }],
  ['dotaf --help', { text: 'see every command' }],
];

const whatToType: Pair[] = [
  ['dotaf forecast', { text: 'does the balance cover the renewals?' }],
  ['dotaf domains ls', { text: 'all domains' }],
  ['dotaf check <names>', { text: 'is a name free, and its price' }],
  ['dotaf --help', { text: 'every command' }],
];

export function home(context: Context): Promise<number> {
  const { settings, options, jq, surroundings } = context;
  const isGiven = options.sandbox || options.profile !== undefined || settings.hasEnvironmentPair;
  const isNew = !isGiven && settings.config.profiles.length === 0;
  const today = dayOf(surroundings.clock.now());
  return execute(
    {
      summary: 'Show the account and what comes next',
      declare: (bare) => bare,
      kind: () => digestKind,
      async run(): Promise<Answer<object>> {
        if (options.json || jq !== undefined) return { one: await digest(context, today) };
        const screen = await context.output.screen();
        return isNew ? { text: await details(howToStart, screen) } : page(context, today, screen);
      },
    },
    context,
    {},
    [],
  );
}

/** @throws Failure when neither balance nor list is answered */
async function page(context: Context, today: Day, screen: Screen): Promise<Answer<object>> {
  const asked = context.service().then((service) => service.balance());
  const [balance, list] = await Promise.all([
    rowOf({}, () => asked),
    rowOf({}, () => domainList(context, asked)),
  ]);
  if ('failure' in balance && 'failure' in list) throw balance.failure;
  const pairs: Pair[] = [];
  let table = '';
  if ('failure' in balance) pairs.push(failed('balance', balance.failure));
  else {
    for (const field of fieldsNamed(balanceKind, ['account_number', 'balance', 'credit_limit'])) {
      pairs.push([labelOf(field), cellOf(field, balance, screen)]);
    }
  }
  if ('failure' in list) pairs.push(failed('domains', list.failure));
  else {
    const { domains, mayBeCut } = list.value;
    const least = mayBeCut ? 'at least ' : '';
    const text = `${least}${domains.length}: ${expirySummary(domains, today)}`;
    pairs.push(['domains', { text }]);
    const shown = fieldsNamed(domainKind, ['domain', 'expiry', 'auto_renew', 'days']);
    const next = byExpiry(domains, today).coming.slice(0, nextCount);
    if (next.length > 0) table = await drawTable(shown, next, screen);
  }
  const parts = [await details(pairs, screen), table, await details(whatToType, screen)];
  const isWhole = 'value' in balance && 'value' in list;
  return {
    text: parts.filter((part) => part !== '').join('\n'),
    exitCode: isWhole ? outcomes.answered : outcomes.someUnanswered,
  };
}

function fieldsNamed<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.flatMap((name) => kind.filter((field) => field.name === name));
}

function failed(what: string, { message }: Error): Pair {
  return [what, { text: message, style: 'bad' }];
}

/** The object for a weekly mail, with changes since the last one. */
async function digest(context: Context, today: Day) {
  const service = await context.service();
  const asked = service.balance();
  const remembered = await openDomains(context, 'digest');
  const [{ balance, currency }, { current_tier }, found] = await Promise.all([
    asked,
    service.tier(),
    changesSince(context, remembered, asked),
  ]);
  const { domains, list: changes } = found;
  remembered.keep(found.rows, 'domain');
  requireFact(domains, 'expiry', 'dotaf');
  await warnOfUnknown(context, 'left out:', 'expiry', domains);
  const { expired, soon } = byExpiry(domains, today);
  requireFact(soon, 'auto_renew', 'dotaf');
  await warnOfUnknown(context, 'perhaps not renewed:', 'auto_renew', soon);
  return {
    balance,
    currency,
    current_tier,
    domains: domains.length,
    expired,
    expiring: soon,
    not_renewing: soon.filter(({ auto_renew }) => auto_renew === false),
    changes,
  };
}
