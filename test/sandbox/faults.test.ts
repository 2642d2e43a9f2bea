import { describe, expect, it } from 'vitest';
import { faultKinds, parseFault } from '../../src/sandbox/faults.ts';
import { data, openSandbox, refused } from '../support/sandbox-client.ts';

describe('parseFault', () => {
  it.each(faultKinds)('accepts the kind %s', (kind) => {
    expect(parseFault(`${kind}:12.5`)).toEqual({ kind, percent: 12.5 });
  });

  it.each([
    ['500:0', { kind: '500', percent: 0 }],
    ['reset:100', { kind: 'reset', percent: 100 }],
    [' HTML:7 ', { kind: 'html', percent: 7 }],
  ])('accepts %j', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
  });

  it.each(['', '500', '500:', ':5', '500:101', '500:-1', '500:5%', '404:5', '500:1e1', '500:5:5'])(
    'rejects %j',
    (text) => {
      expect(parseFault(text)).toBeUndefined();
    },
  );
});

describe('an injected fault', () => {
  it.each([
    ['401', 401, 'unauthorized'],
    ['403', 403, 'forbidden'],
    ['429', 429, 'rate_limited'],
    ['500', 500, 'internal_error'],
  ] as const)('%s answers with a structured error', async (kind, status, code) => {
    const { send } = await openSandbox({ faults: [{ kind, percent: 100 }] });
    const reply = await send('/account/balance');
    expect(reply).toMatchObject(refused(status, code));
    expect(reply.headers.get('retry-after')).toBe(kind === '429' ? '1' : null);
  });

  it('reset cuts the connection', async () => {
    const { send } = await openSandbox({ faults: [{ kind: 'reset', percent: 100 }] });
    await expect(send('/account/balance')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('html answers with a web page', async () => {
    const { send } = await openSandbox({ faults: [{ kind: 'html', percent: 100 }] });
    const reply = await send('/account/balance');
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('<!doctype html>') });
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('slow answers after half a minute', async () => {
    const { delays, send } = await openSandbox({ faults: [{ kind: 'slow', percent: 100 }] });
    expect(await send('/account/balance')).toMatchObject(data({ currency: 'USD' }));
    expect(delays).toEqual([30_000]);
  });

  it('applies only the first of several that are drawn', async () => {
    const { send } = await openSandbox({
      faults: [
        { kind: '401', percent: 0 },
        { kind: '403', percent: 100 },
        { kind: '500', percent: 100 },
      ],
    });
    expect((await send('/account/balance')).status).toBe(403);
  });
});

describe('the sequence of faults', () => {
  const statuses = async (seed: string) => {
    const { send } = await openSandbox({ seed, faults: [{ kind: '500', percent: 30 }] });
    const seen: number[] = [];
    for (let count = 0; count < 50; count += 1) seen.push((await send('/account/tier')).status);
    return seen;
  };

  it('repeats for the same seed, and has about the given percentage', async () => {
    const [first, same, other] = await Promise.all(['one', 'one', 'two'].map(statuses));
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first?.filter((status) => status === 500).length).toBeGreaterThan(7);
    expect(first?.filter((status) => status === 500).length).toBeLessThan(24);
  });
});
