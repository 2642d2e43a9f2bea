import type { Balance, Tier } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import type { Difference } from '../compare/remembered.ts';
import { addDuration, type Day } from '../core/dates.ts';
import { warning } from '../core/notices.ts';
import { pluralize } from '../core/text.ts';
import type { diffWithSnapshot } from '../domains/changes.ts';
import { differenceCell } from '../domains/fields.ts';
import {
  type AccountDomains,
  type DatedDomain,
  groupByExpiry,
  missingFact,
} from '../domains/list.ts';
import { type Cell, type Field, type Screen, soonDays, textCell } from '../output/kind.ts';
import { rowOf } from '../output/row.ts';
import { openTable, paragraph } from '../output/table.ts';
import { lookAhead, type Prospect, renewalPrices } from './forecast.ts';

type PageLine = DatedDomain | Difference;

/** With all else that it says, the page has 24 lines at most. */
const mostLines = 17;

const mostExpired = 5;

const fields: Field<PageLine>[] = [
  { name: 'domain', type: 'name' },
  { name: 'expiry', type: 'day' },
  { name: 'what', label: '', type: 'sentence', pinned: true, cell: whatCell },
];

interface HomeInput {
  funds: Balance;
  tier: Tier;
  listed: AccountDomains;
  changes: Pick<ReturnType<typeof diffWithSnapshot>, 'list' | 'isFirst' | 'summary'>;
  today: Day;
  mark: string | undefined;
}

/** The answer of `dotaf` alone, and what it has to say beside. */
export async function readHome(service: Service, input: HomeInput) {
  const { funds, tier, listed, changes, today, mark } = input;
  const { list, isFirst } = changes;
  const { domains } = listed;
  const undated = missingFact(domains, 'expiry', 'left out:');
  const { expired, upcoming: coming, soon, lapsing } = groupByExpiry(domains, today);
  const last = addDuration(today, { days: 90 });
  const isWhole = listed.isComplete && undated.length === 0;
  const money = await moneyOf(service, { funds, coming, isWhole, today, last });
  const { account_number, balance, currency } = funds;
  const { current_tier } = tier;
  const one = {
    account_number,
    balance,
    currency,
    current_tier,
    runs_out_on: money.outlook.runs_out_on,
    domains: domains.length,
    expired,
    expiring: soon,
    not_renewing: lapsing,
    changes: isFirst ? null : list,
  };
  const unknown =
    mark === undefined
      ? 'nothing is remembered to compare with: dotaf domains changes'
      : `nothing was remembered under '${mark}' before`;
  const { footer = unknown } = changes.summary;
  const title = [account_number, current_tier, pluralize(domains.length, 'domain')]
    .filter((part) => part !== null)
    .join(' · ');
  const page = async (screen: Screen) => {
    const start = await paragraph(textCell(title), screen);
    const table = await tableOf(expired, [...soon, ...list], screen);
    const isPart = !isFirst && !listed.isComplete;
    const part = isPart ? `of the ${pluralize(domains.length, 'domain')} listed: ` : '';
    const changed = await paragraph(textCell(`${part}${footer}`), screen);
    return [start, table, changed + (await paragraph(money.sentence, screen))].join('\n');
  };
  return { one, page, notices: [...undated, ...money.notices] };
}

/** A price that cannot be read leaves the rest of the page as it is. */
async function moneyOf(service: Service, prospect: Prospect) {
  const priced = await rowOf({}, () => renewalPrices(service, prospect), ['interrupted', 'bug']);
  const notices = 'value' in priced ? priced.value.notices : [];
  const row = await rowOf({}, async () => {
    if ('failure' in priced) throw priced.failure;
    return lookAhead(prospect, priced.value.quotes);
  }, ['interrupted', 'bug']);
  if ('value' in row) return { ...row.value, notices: [...notices, ...row.value.warnings] };
  const { balance, currency } = prospect.funds;
  return {
    outlook: { runs_out_on: null },
    sentence: textCell(`how long the balance of ${balance} ${currency} lasts is not known`, 'warn'),
    notices: [...notices, warning(row.failure.text)],
  };
}

async function tableOf(
  expired: readonly DatedDomain[],
  others: readonly PageLine[],
  screen: Screen,
): Promise<string> {
  const rows = [...expired.slice(-mostExpired), ...others].map((value) => ({ value }));
  if (rows.length === 0) return `nothing expires within ${soonDays} days\n`;
  const table = await openTable(fields, screen, rows);
  let text = table.head;
  let more = expired.length + others.length - rows.length;
  for (const row of rows) {
    const longer = text + (await table.draw(row));
    if (longer.trimEnd().split('\n').length > mostLines) more += 1;
    else text = longer;
  }
  return more === 0 ? text : `${text}… ${more} more: dotaf domains ls --expiring ${soonDays}d\n`;
}

function whatCell(value: PageLine): Cell {
  if ('change' in value) return differenceCell(value);
  const { days } = value;
  if (days < 0) return textCell(`expired ${pluralize(-days, 'day')} ago`, 'bad');
  const distance = days === 0 ? 'today' : pluralize(days, 'day');
  if (value.auto_renew) return textCell(`renews (${distance})`);
  const word = value.auto_renew === null ? 'may lapse' : 'will lapse';
  return textCell(`${word} (${distance})`, 'warn');
}
