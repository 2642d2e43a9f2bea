import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../../src/api/envelope.ts';
import { Failure } from '../../src/errors.ts';

/**
 * Refusals as frameworks, services and registrars document them, with texts of our own. Of each: its
 * source, status and body, then what is reported: reason, code and id of the request.
 */
const folder = path.join(import.meta.dirname, 'refusals');

const files = readdirSync(folder);

describe.each(files)('%s', (file) => {
  const cases = readFileSync(path.join(folder, file), 'utf8').trim().split('\n\n');

  it.each(cases.map((lines) => lines.split('\n')))('%s', (_, answer = '', expected) => {
    const status = Number(answer.slice(0, 3));
    const { text: message, details } = refused(status, answer.slice(4));
    const reason = message.replace(/^balance: the service (refused|failed): /, '');
    expect([reason, details.apiCode ?? '-', details.requestId ?? '-'].join(' | ')).toBe(expected);
  });
});

it('has a hundred shapes', () => {
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(texts.join('\n').match(/^\d{3} /gm)?.length).toBeGreaterThan(100);
});

function refused(status: number, text: string): Failure {
  const reply = { status, headers: {}, text, isKnownWhole: true, receivedAt: 0 };
  const request = { method: 'GET', path: '/account/balance', operation: 'balance' } as const;
  try {
    openEnvelope(reply, request, { source: 'the environment', remedy: 'log in' });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('the answer is no refusal');
}
