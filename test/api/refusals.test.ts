import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../../src/api/envelope.ts';
import { wordsOf } from '../../src/core/words.ts';
import { Failure } from '../../src/errors.ts';

/**
 * Refusals as frameworks, services and registrars document them, with texts of our own. Of each: its
 * source, status and body, then what is reported: reason, code and id of the request.
 */
const folder = path.join(import.meta.dirname, 'refusals');

const files = readdirSync(folder);

describe.each(files)('%s', (file) => {
  const cases = readFileSync(path.join(folder, file), 'utf8').trim().split('\n\n');

  it.each(cases.map((lines) => lines.split('\n')))('%s', (_, answer = '', expected = '') => {
    expect(reported(answer)).toBe(expected);
    for (const text of renamed(answer)) expect(plain(reported(text))).toBe(plain(expected));
  });
});

it('has a hundred shapes', () => {
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(texts.join('\n').match(/^\d{3} /gm)?.length).toBeGreaterThan(100);
});

/** The same answer with its keys in other spellings. */
function renamed(answer: string): string[] {
  const isKey = /"(?!success)(_*[a-z][a-z_]*)"(?=:)/gi;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const spellings = [
    (words: string[]) => words.map(capital).join(''),
    (words: string[]) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
    (words: string[]) => words.join('_').toUpperCase(),
    (words: string[]) => words.join('-'),
  ];
  return spellings.map((spelled) =>
    answer.replace(isKey, (_, key: string) => `"${spelled(wordsOf(key))}"`),
  );
}

/** Keys may be the names of fields, and are told as they are spelled. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

function reported(answer: string): string {
  const { text, details } = refused(Number(answer.slice(0, 3)), answer.slice(4));
  const reason = text.replace(/^balance: the service (refused|failed): /, '');
  return [reason, details.apiCode ?? '-', details.requestId ?? '-'].join(' | ');
}

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
