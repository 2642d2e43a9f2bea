import { choiceOption, listOption, valueOption } from '../cli/options.ts';

export interface MappedHeading {
  heading: string;
  field: string;
}

export function markOption() {
  return valueOption(
    '--mark <name>',
    'remember separately, under this name',
    (text) => (/^[\w-]{1,64}$/.test(text) ? text : undefined),
    'a mark is letters, digits, - and _, such as --mark cron',
  );
}

export function expectNoneOption() {
  return choiceOption('--expect <state>', 'exit 1 if anything differs', ['none']);
}

export function mapOption() {
  return listOption(
    '--map <heading=field>',
    'say what a column holds; heading=- ignores it',
    mappedIn,
    "the heading of a column and a field, such as --map 'Next Due Date=expiry'",
  );
}

export function mapDomainOption() {
  return valueOption(
    '--map <heading=domain>',
    'which column of a CSV list holds the domains',
    (text) => mappedIn(text)?.find(({ field }) => field === 'domain')?.heading,
    'the heading of the column of domains, such as --map Wunschdomain=domain',
  );
}

function mappedIn(text: string): MappedHeading[] | undefined {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? [{ heading, field: field.toLowerCase() }] : undefined;
}
