import { command, formatOptions } from '../cli/command.ts';
import { choiceOption, everyPart, listOption, parsed } from '../cli/options.ts';
import { mapDomainOption, mapOption, markOption } from '../compare/options.ts';
import { dayOf, parseSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import {
  addFilters,
  chosenDomains,
  expirySummary,
  parseSort,
  soonestFirst,
  sorted,
} from '../domains/list.ts';
import { differenceKind, domainDetailsKind, domainKind } from '../kinds.ts';

const ls = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilters(bare)
      .option('--sort <field>', 'sort by column; -expiry reverses (default: expiry)', parseSort)
      .option('--names', 'print names only, one per line'),
  excludes: { '--names': formatOptions },
  kind: () => domainKind,
  shape: 'list',
  everyProfile: {
    key: 'domains',
    order: (domains, { sort = soonestFirst }) => sorted(domains, sort),
  },

  async run(context, options) {
    const list = await chosenDomains(context, options);
    if (options.names) {
      return { text: list.flatMap(({ domain }) => (domain ? `${domain}\n` : [])).join('') };
    }
    const today = dayOf(context.surroundings.clock.now());
    return {
      list,
      empty: 'no domain matches',
      summary: (items) => `${counted(items.length, 'domain')}: ${expirySummary(items, today)}`,
    };
  },
});

const show = command({
  alias: 'get',
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (bare) =>
    bare
      .argument('[domains...]', 'domains of the account; - or a pipe is read, too')
      .addOption(mapDomainOption()),
  kind: () => domainDetailsKind,
  shape: 'rows',
  page: 'details',

  async run(context, { map }, typed) {
    const { askDetails } = await import('../domains/details.ts');
    return askDetails(context, typed, map);
  },
});

const changes = command({
  summary: "Show changes to the account's domains since the last look",
  declare: (bare) =>
    bare
      .addOption(markOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => differenceKind(),
  shape: 'list',

  async run(context, { mark, expect }) {
    const { domainChanges } = await import('../domains/changes.ts');
    const { list, failed } = await domainChanges(context, 'domains', { mark });
    return { list, failed: expect && failed };
  },
});

const compare = command({
  summary: "Compare the account's domains with a CSV file",
  declare: (bare) =>
    bare
      .argument('<file>', 'CSV with a header line, or names, one per line; - is stdin')
      .addOption(mapOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => differenceKind('file', 'account'),
  shape: 'list',

  async run(context, { map, expect }, file) {
    const { compareDomains } = await import('../domains/compare.ts');
    const { list, failed } = await compareDomains(context, file, map);
    return { list, failed: expect && failed, empty: 'the account and the file agree' };
  },
});

const spans = parsed(
  '--remind',
  (text) => everyPart(text, parseSpan),
  'comma-separated time spans without dates, such as 30d,2w',
);

const calendar = command({
  summary: 'Print a calendar (iCalendar), one all-day event per renewal',
  declare: (bare) =>
    addFilters(bare).addOption(
      listOption('--remind <spans>', 'add alarms before each renewal, such as 30d,7d', spans),
    ),

  async run(context, options) {
    const { renewalCalendar } = await import('../domains/calendar.ts');
    return { text: await renewalCalendar(context, options) };
  },
});

export const domains = {
  summary: "The account's domains (ls, show, changes, compare, calendar)",
  commands: { ls, show, changes, compare, calendar },
};
