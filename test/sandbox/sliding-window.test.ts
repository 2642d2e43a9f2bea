import { describe, expect, it } from 'vitest';
import { noon, openSandbox, refused, request } from '../support/sandbox-client.ts';

describe('the rate limit', () => {
  it('is 60 in 60 seconds by default', async () => {
    const { send } = await openSandbox();
    for (let count = 0; count < 60; count += 1) {
      expect((await send('/account/tier')).status).toBe(200);
    }
    const reply = await send('/account/tier');
    expect(reply).toMatchObject(refused(429, 'rate_limited'));
    expect(reply.headers.get('retry-after')).toBe('60');
  });

  it('is a sliding window: a request leaves it exactly one window after its arrival', async () => {
    const { clock, send } = await openSandbox({ rate: { requests: 2, windowMs: 10_000 } });
    const at = async (ms: number) => {
      clock.now = noon + ms;
      const { status, headers } = await send('/account/tier');
      return [status, headers.get('retry-after')];
    };
    expect(await at(0)).toEqual([200, null]);
    expect(await at(4_000)).toEqual([200, null]);
    expect(await at(4_000)).toEqual([429, '6']);
    expect(await at(8_999)).toEqual([429, '2']);
    expect(await at(9_999)).toEqual([429, '1']);
    expect(await at(10_000)).toEqual([200, null]);
    expect(await at(10_000)).toEqual([429, '4']);
    expect(await at(14_000)).toEqual([200, null]);
  });

  it('counts failed requests, but none with unknown credentials', async () => {
    const { baseUrl, send } = await openSandbox({ rate: { requests: 1, windowMs: 1_000 } });
    await request(`${baseUrl}/account/tier`);
    expect((await send('/nowhere')).status).toBe(404);
    expect((await send('/account/tier')).status).toBe(429);
  });
});
