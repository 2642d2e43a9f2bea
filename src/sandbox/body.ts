import type { IncomingMessage } from 'node:http';
import { isObject, type JsonObject } from '../core/json.ts';
import { Refusal } from './refusal.ts';

/** A JSON object as it came, nothing in it checked yet. */
export type Fields = JsonObject;

export const maxBodyBytes = 16 * 1024;

export async function readFields(request: IncomingMessage): Promise<Fields> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal(415, 'unsupported_media_type', 'the body must be application/json');
  }
  const value = parseJson(await readBytes(request));
  if (!isObject(value)) throw new Refusal(400, 'invalid_json', 'the body must be a JSON object');
  return value;
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBodyBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    // Events, since leaving an async iterator would destroy the socket before it can be answered.
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
