import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What one service answers, and what these answers state: one file of JSON a service. */
export interface Dialect {
  name: string;
  /** The public documentation that the shapes follow. */
  source: string;
  answers: {
    check: (Answer & { request: { domain: string; years: number } })[];
    quote: (Answer & { request: { tld: string; action: string; years: number } })[];
    domains: Answer;
    domain: Answer & { request: { domain: string } };
    balance: Answer;
    tier: Answer;
    failure: Answer & { request: { argv: string[] } };
  };
  /** By meaning; a fact that is not named is one that the answer does not state. */
  facts: {
    check: Facts[];
    quote: Facts[];
    domains: { cut: boolean; rows: Facts[] };
    domain: Facts;
    balance: Facts;
    tier: Facts;
    failure: {
      message: string[];
      api_code: string | null;
      request_id: string | null;
      exit: number;
    };
  };
  /** Facts that dotaf leaves unknown, by their names, such as `domain.expiry`. */
  unread?: string[];
}

export interface Answer {
  /** 200 if it is left out. */
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

export type Facts = Record<string, unknown>;

export const dialects = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map(dialectIn);

function dialectIn(file: string): Dialect {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const dialect: Dialect = JSON.parse(text, repeated);
  if (`${dialect.name}.json` !== file) throw new Error(`${file} is named '${dialect.name}'`);
  return dialect;
}

/** `{"repeat": 100, "item": …}` stands for a list of so many, with the number in place of `#`. */
function repeated(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('repeat' in value && 'item' in value)) return value;
  const item = JSON.stringify(value.item);
  return Array.from({ length: Number(value.repeat) }, (_, index) =>
    JSON.parse(item.replaceAll('#', String(index + 1))),
  );
}
