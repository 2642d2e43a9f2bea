import { ApiClient } from '../../src/api/client.ts';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import { Redactor } from '../../src/api/redact.ts';
import { ApiService } from '../../src/api/service.ts';
import type { ApiRequest } from '../../src/api/transport.ts';
import { toTerminalSafeJson } from '../../src/core/text.ts';
import { CliError } from '../../src/errors.ts';
import { containsSecret } from '../support/contains-secret.ts';
import { findSchemaError } from '../support/json-schema.ts';
import { TestClock } from '../support/test-clock.ts';

export interface FuzzInput {
  operation: OperationName;
  status: number;
  headers: Record<string, string>;
  text: string;
}

export const key = 'key_of_the_test_account';
export const secret = 'secret_of_the_test_account';

export const operations = {
  check: {
    path: '/domains/check',
    body: { domain: 'kabul.af' },
    // `checked_at` is added by the command.
    ask: async (service: ApiService): Promise<object> => {
      return { ...(await service.check('kabul.af', 1)), checked_at: null };
    },
  },
  quote: {
    path: '/pricing',
    body: { tld: '.af', action: 'renewal', years: 1 },
    ask: (service: ApiService): Promise<object> => service.quote('af', 'renewal', 1),
  },
  'domains ls': {
    path: '/domains',
    body: {},
    ask: async (service: ApiService): Promise<object> => {
      const { domains } = await service.domains();
      // `days` is computed by the command.
      return domains.map((domain) => ({ ...domain, days: null }));
    },
  },
  'domains show': {
    path: '/domains/kabul.af',
    body: {},
    ask: (service: ApiService): Promise<object> => service.domain('kabul.af'),
  },
  balance: {
    path: '/account/balance',
    body: {},
    ask: (service: ApiService): Promise<object> => service.balance(),
  },
  tier: {
    path: '/account/tier',
    body: {},
    ask: (service: ApiService): Promise<object> => service.tier(),
  },
};

type OperationName = keyof typeof operations;

const redactor = new Redactor([secret, key]);

/** @throws Error if the response leads to a false availability, a leak, or invalid JSON */
export async function readAnswer({ operation, status, headers, text }: FuzzInput): Promise<void> {
  const clock = new TestClock();
  const redacted = { headers: redactor.redactHeaders(headers), text: redactor.redact(text) ?? '' };
  const reply = { ...redacted, status, isBodyComplete: true };
  const send = async (_: ApiRequest) => ({ ...reply, receivedAt: clock.now() });
  const client = new ApiClient({
    transport: { send },
    limiter: new RateLimiter({
      rate: { requests: 1000, windowMs: 1000 },
      clock,
      random: () => 0.5,
    }),
    origin: { source: 'the test', remedy: 'none' },
    ...{ maxWaitMs: 0, clock, random: () => 0.5, signal: new AbortController().signal },
    onResponse: () => {},
    onWait: () => {},
  });
  const warnings: string[] = [];
  const service = new ApiService(client, async (warning) => void warnings.push(warning));
  let printedJson: string;
  try {
    const answer = await operations[operation].ask(service);
    printedJson = toTerminalSafeJson(answer);
    const fault = findSchemaError(operation, JSON.parse(printedJson));
    if (fault !== undefined) throw new Error(fault);
    if ('available' in answer && answer.available === true) assertTrueAvailability(status, text);
  } catch (error) {
    if (!(error instanceof CliError) || error.code === 'bug') throw error;
    printedJson = toTerminalSafeJson(error.toRecord());
  }
  const output = printedJson + warnings.join('\n');
  if (containsSecret(output, secret) || containsSecret(output, key))
    throw new Error(`a secret in ${output}`);
  // What is printed on a terminal is escaped in the same way.
  if (/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(printedJson)) {
    throw new Error(`a control character in ${printedJson}`);
  }
}

export function assertTrueAvailability(status: number, text: string): void {
  const { success, data } = JSON.parse(text.replace(/^\ufeff/, ''));
  const isStated = success === true && data.available === true && status >= 200 && status < 300;
  if (!isStated || data.domain.trim().toLowerCase().replace(/\.$/, '') !== 'kabul.af') {
    throw new Error('available, although the service does not say so');
  }
}
