import { amount, count, currency, day, flag, hostName, hostNames } from '../api/reading/values.ts';
import { isObject } from '../core/json.ts';

/** A path in an answer that may hold a fact, for a person to confirm. */
export interface Proposal {
  fact: string;
  path: string;
  example: string;
}

type Read = (value: unknown, today: string) => unknown;

interface Likely {
  key: RegExp;
  read: Read;
  /** Looks at all values together; if unset, being readable is enough. */
  isLikely?: (values: unknown[], today: string) => boolean;
}

/** Signs of a fact that was not found. Facts that their values tell come first. */
const likely: Readonly<Record<string, Likely>> = {
  domain: {
    key: /domain|name|fqdn/i,
    read: hostName,
  },
  nameservers: {
    key: /ns|server|dns|deleg/i,
    read: hostNames,
  },
  expiry: {
    key: /exp|end|until|till|valid|paid/i,
    read: day,
    // Some of the domains may have expired, but not all.
    isLikely: (days, today) => days.some((one) => String(one) > today),
  },
  registration_date: {
    key: /reg|creat|start|since/i,
    read: dayUntil,
  },
  amount: {
    key: /price|amount|cost|total|fee/i,
    read: amount,
  },
  currency: {
    key: /cur/i,
    read: currency,
  },
  auto_renew: {
    key: /renew|auto/i,
    read: flag,
  },
  status: {
    key: /stat|phase|life|condition/i,
    read: word,
  },
  current_tier: {
    key: /cur|tier|level|plan|rank|grade/i,
    read: word,
  },
  next_tier: {
    key: /next|upcoming|target/i,
    read: word,
  },
  domains_needed: {
    key: /need|remain|left|missing|until|to_?next/i,
    read: count,
  },
};

/** Values so plain that a key of any name will do. */
const plain: readonly Read[] = [hostName, hostNames, day, dayUntil, amount, currency];

/** Keys that may hold a code for a transfer or another secret: they are never proposed. */
const secrets = /auth|secret|pass|token|epp|key|pin|code/i;

/** Plain letters and digits: the line may be typed as it is shown, in any shell. */
const statable = /^[\p{L}\p{N}_@-]+$/u;

/** @param today in UTC */
export function proposalsFor(
  missing: readonly string[],
  objects: readonly object[],
  today: string,
): Proposal[] {
  const leaves = leavesOf(objects);
  const proposals: Proposal[] = [];
  for (const [fact, { key, read, isLikely = () => true }] of Object.entries(likely)) {
    if (!missing.includes(fact)) continue;
    const fitting = [...leaves].filter(([, values]) => {
      const found = values.map((value) => read(value, today) ?? null);
      return !found.includes(null) && isLikely(found, today);
    });
    const named = fitting.find(([path]) => key.test(path));
    const place = named ?? (plain.includes(read) ? fitting[0] : undefined);
    if (place === undefined) continue;
    const [path, [value]] = place;
    leaves.delete(path);
    if (path === fact) continue;
    const example = String(read(value, today));
    proposals.push({ fact, path, example });
  }
  return proposals;
}

/** Finds the first list of objects that hold domain names, and proposes its path; else all of it. */
export function listIn(data: object): { rows: readonly object[]; proposals: Proposal[] } {
  for (const [path, [list]] of new Map([['', [data]], ...leavesOf([data])])) {
    const rows = Array.isArray(list) ? list.filter(isObject) : [];
    const columns = [...leavesOf(rows).values()];
    const [name] = columns.find((values) => values.every(hostName)) ?? [];
    if (name === undefined) continue;
    const proposal = { fact: 'domains', path, example: `a list with ${hostName(name)}` };
    return { rows, proposals: path === '' ? [] : [proposal] };
  }
  return { rows: [data], proposals: [] };
}

/** The values under each path of some objects that can be stated. What is null tells nothing. */
function leavesOf(objects: readonly object[]): Map<string, unknown[]> {
  const leaves = new Map<string, unknown[]>();
  for (const [key, value] of objects.flatMap(Object.entries)) {
    const isTold = value !== null && value !== '';
    if (!isTold || !statable.test(key) || secrets.test(key)) continue;
    const inner = isObject(value) ? [...leavesOf([value])] : undefined;
    const paths = inner?.map(([path, values]) => [`${key}.${path}`, values] as const);
    for (const [path, values] of paths ?? [[key, [value]] as const]) {
      leaves.set(path, [...(leaves.get(path) ?? []), ...values]);
    }
  }
  return leaves;
}

function dayUntil(value: unknown, today: string): string | undefined {
  const found = day(value);
  return found !== null && found <= today ? found : undefined;
}

function word(value: unknown): string | undefined {
  const isWord = typeof value === 'string' && /^\p{L}[\p{L}\d _-]{0,30}$/u.test(value);
  return isWord ? value : undefined;
}
