import { amount, count, currency, day, flag, hostName, hostNames } from '../api/reading/values.ts';
import { isObject } from '../core/json.ts';

/** A path in an answer that may hold a fact, for a person to confirm. */
export interface Proposal {
  fact: string;
  path: string;
  /** What would be read from it. */
  example: string;
}

type Read = (value: unknown, today: string) => unknown;

/** What the key of a fact may be like, and its value. Facts that their values tell come first. */
const likely: Readonly<Record<string, [key: RegExp, read: Read]>> = {
  domain: [/domain|name|fqdn/i, hostName],
  nameservers: [/ns|server|dns|deleg/i, hostNames],
  expiry: [/exp|end|until|till|valid|paid/i, dayAfter],
  registration_date: [/reg|creat|start|since/i, dayUntil],
  amount: [/price|amount|cost|total|fee/i, amount],
  currency: [/cur/i, currency],
  auto_renew: [/renew|auto/i, flag],
  status: [/stat|phase|life|condition/i, word],
  current_tier: [/cur|tier|level|plan|rank|grade/i, word],
  next_tier: [/next|upcoming|target/i, word],
  domains_needed: [/need|remain|left|missing|until|to_?next/i, count],
};

/** Values so plain that a key of any name will do. */
const plain: readonly Read[] = [hostName, hostNames, dayAfter, dayUntil, amount, currency];

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
  for (const [fact, [key, read]] of Object.entries(likely)) {
    if (!missing.includes(fact)) continue;
    const fitting = [...leaves].filter(([, values]) =>
      values.every((value) => (read(value, today) ?? null) !== null),
    );
    const place =
      fitting.find(([path]) => key.test(path)) ?? (plain.includes(read) ? fitting[0] : undefined);
    if (place === undefined) continue;
    const [path, [value]] = place;
    leaves.delete(path);
    if (path !== fact) proposals.push({ fact, path, example: String(read(value, today)) });
  }
  return proposals;
}

/** Finds the first list of objects that hold domain names, and proposes its path. */
export function listIn(data: object): { rows: readonly object[]; proposals: Proposal[] } {
  for (const [path, [list]] of new Map([['', [data]], ...leavesOf([data])])) {
    const rows = Array.isArray(list) ? list.filter(isObject) : [];
    const columns = [...leavesOf(rows).values()];
    const [name] = columns.find((values) => values.every(hostName)) ?? [];
    if (name === undefined) continue;
    const proposal = { fact: 'domains', path, example: `a list with ${hostName(name)}` };
    return { rows, proposals: path === '' ? [] : [proposal] };
  }
  return { rows: [], proposals: [] };
}

/** The values under each path of some objects that can be stated. What is null tells nothing. */
function leavesOf(objects: readonly object[], path = ''): Map<string, unknown[]> {
  const leaves = new Map<string, unknown[]>();
  for (const [key, value] of objects.flatMap(Object.entries)) {
    const isTold = value !== null && value !== '';
    if (!isTold || !statable.test(key) || secrets.test(key)) continue;
    const own = new Map([[path + key, [value]]]);
    const inner = isObject(value) ? leavesOf([value], `${path}${key}.`) : own;
    for (const [leaf, values] of inner) leaves.set(leaf, [...(leaves.get(leaf) ?? []), ...values]);
  }
  return leaves;
}

function dayAfter(value: unknown, today: string): string | undefined {
  const found = day(value) ?? '';
  return found > today ? found : undefined;
}

function dayUntil(value: unknown, today: string): string | undefined {
  const found = day(value);
  return found !== null && found <= today ? found : undefined;
}

function word(value: unknown): string | undefined {
  const isWord = typeof value === 'string' && /^\p{L}[\p{L}\d _-]{0,30}$/u.test(value);
  return isWord ? value : undefined;
}
