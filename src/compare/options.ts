import { choiceOption, listOption, valueOption } from '../cli/options.ts';

export interface MappedHeading {
  heading: string;
  field: string;
}

export function markOption() {
  const parse = (text: string) => (/^[\w-]{1,64}$/.test(text) ? text : undefined);
  const hint = 'a mark is letters, digits, - and _, such as --mark cron';
  return valueOption('--mark <name>', 'remember separately, under this name', parse, hint);
}

export function expectNoneOption() {
  return choiceOption('--expect <state>', 'exit 1 if anything differs', ['none']);
}

export function mapOption() {
  const hint = "the heading of a column and a field, such as --map 'Next Due Date=expiry'";
  const parse = (text: string) => {
    const mapped = parseMapped(text);
    return mapped && [mapped];
  };
  const description = 'say what a column holds; heading=- ignores it';
  return listOption('--map <heading=field>', description, parse, hint);
}

/** For a list of names: the heading of the one column that counts. */
export function mapDomainOption() {
  const hint = 'the heading of the column of domains, such as --map Wunschdomain=domain';
  const parse = (text: string) => {
    const mapped = parseMapped(text);
    return mapped?.field === 'domain' ? mapped.heading : undefined;
  };
  const description = 'which column of a CSV list holds the domains';
  return valueOption('--map <heading=domain>', description, parse, hint);
}

function parseMapped(text: string): MappedHeading | undefined {
  const [, heading, field] = /^\s*(\S.*?)\s*=\s*([^=]*[^=\s])\s*$/s.exec(text) ?? [];
  return heading && field ? { heading, field: field.toLowerCase() } : undefined;
}
