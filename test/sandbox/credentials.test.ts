import { describe, expect, it } from 'vitest';
import { openSandbox, refused, request } from '../support/sandbox-client.ts';

describe('the credentials', () => {
  it('are marked as those of a sandbox, and depend on the seed', async () => {
    const [first, same, other] = await Promise.all([
      openSandbox({ seed: 'one' }),
      openSandbox({ seed: 'one' }),
      openSandbox({ seed: 'two' }),
    ]);
    expect(first.key).toMatch(/^sandbox_key_[0-9a-f]{24}$/);
    expect(first.secret).toMatch(/^sandbox_secret_[0-9a-f]{40}$/);
    expect([same.key, same.secret]).toEqual([first.key, first.secret]);
    expect(other.key).not.toBe(first.key);
    expect(other.secret).not.toBe(first.secret);
  });

  it.each([
    ['no key', { 'X-Service-Key': undefined }],
    ['no secret', { 'X-Service-Secret': undefined }],
    ['another key', { 'X-Service-Key': 'sandbox_key_0' }],
    ['another secret', { 'X-Service-Secret': 'sandbox_secret_0' }],
    ['an empty secret', { 'X-Service-Secret': '' }],
  ])('are refused with %s', async (_, change) => {
    const { baseUrl, headers } = await openSandbox();
    const given = Object.entries({ ...headers, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const reply = await request(`${baseUrl}/account/balance`, {
      headers: Object.fromEntries(given),
    });
    expect(reply).toMatchObject(refused(401, 'unauthorized'));
  });

  it('are checked before anything else', async () => {
    const { baseUrl } = await openSandbox();
    const reply = await request(`${baseUrl}/nowhere`, { method: 'POST' });
    expect(reply).toMatchObject(refused(401, 'unauthorized'));
  });
});
