import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject } from '../core/json.ts';
import type { DomainName } from '../core/names.ts';
import { type Action, actions } from '../core/service-words.ts';
import { Refusal } from './answers.ts';
import { findTld, type PricedTld, type PriceList, tldOf } from './pricing.ts';
import { parseHostName } from './registry.ts';

export type Fields = JsonObject;

export interface RegistrableName extends PricedTld {
  domain: DomainName;
}

export const maxBodyBytes = 16 * 1024;

/** @throws Refusal 413, 415, or 400 for anything other than a JSON object in UTF-8 */
export async function readFields(request: IncomingMessage): Promise<Fields> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal(415, 'unsupported_media_type', 'the body must be application/json');
  }
  const value = parseJson(await readBytes(request));
  if (!isObject(value)) throw new Refusal(400, 'invalid_json', 'the body must be a JSON object');
  return value;
}

export function domainIn({ domain }: Fields, list: PriceList): RegistrableName {
  const name = typeof domain === 'string' ? parseHostName(domain) : undefined;
  if (name === undefined) throw refuse('invalid_domain', 'domain must be a domain name');
  const priced = tldOf(list, name);
  if (priced === undefined) throw refuse('unsupported_tld', `the tld of ${name} is not supported`);
  const isOneLabel = !name.slice(0, -priced.tld.length - 1).includes('.');
  if (isOneLabel && findTld(list, name) === undefined) return { domain: name, ...priced };
  throw refuse('invalid_domain', `domain must be one label under .${priced.tld}`);
}

export function tldIn({ tld }: Fields, list: PriceList): PricedTld {
  if (typeof tld !== 'string' || !tld.startsWith('.')) {
    throw refuse('invalid_tld', 'tld must be text with a leading dot, such as .af');
  }
  const priced = findTld(list, tld.slice(1).toLowerCase());
  if (priced === undefined) throw refuse('unsupported_tld', 'the tld is not supported');
  return priced;
}

export function actionIn({ action }: Fields): Action {
  const known = actions.find((name) => name === action);
  if (known !== undefined) return known;
  throw refuse('invalid_action', `action must be one of ${actions.join(', ')}`);
}

/** A restore brings a name back for the time that it had left, and so takes one year only. */
export function yearsIn({ years }: Fields, action: Action): number {
  const most = action === 'restore' ? 1 : 10;
  if (typeof years === 'number' && Number.isInteger(years) && years >= 1 && years <= most) {
    return years;
  }
  const bounds = most === 1 ? 'must be 1' : `must be a whole number from 1 to ${most}`;
  throw refuse('invalid_years', `years ${bounds}`);
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBodyBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    // Leaving an async iterator would destroy the socket before it can be answered.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) return chunks.push(chunk);
      request.pause();
      return reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function tooLarge(): Refusal {
  const message = `the body must not be longer than ${maxBodyBytes} bytes`;
  return new Refusal(413, 'payload_too_large', message, { Connection: 'close' });
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'invalid_json', 'the body must be JSON in UTF-8');
  }
}

function refuse(code: string, message: string): Refusal {
  return new Refusal(422, code, message);
}
