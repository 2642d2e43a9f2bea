import { describe, expect, it } from 'vitest';
import { openSandbox, refused } from '../support/sandbox-client.ts';

describe('a documented path', () => {
  it.each([
    ['POST', '/domains', 'GET'],
    ['PUT', '/domains/kite-festival.af', 'GET'],
    ['DELETE', '/domains/kite-festival.af', 'GET'],
    ['GET', '/domains/check', 'POST'],
    ['GET', '/pricing', 'POST'],
    ['PATCH', '/account/balance', 'GET'],
    ['OPTIONS', '/account/tier', 'GET'],
  ])('does not allow %s %s', async (method, path, allowed) => {
    const { send } = await openSandbox();
    const reply = await send(path, { method });
    expect(reply).toMatchObject(refused(405, 'method_not_allowed'));
    expect(reply.headers.get('allow')).toBe(allowed);
  });

  it('does not allow HEAD', async () => {
    const { send } = await openSandbox();
    const reply = await send('/domains', { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 405, body: '' });
    expect(reply.headers.get('allow')).toBe('GET');
  });
});

describe('any other path', () => {
  it.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/domains/'],
    ['GET', '/account'],
    ['POST', '/domains/kite-festival.af/renew'],
    ['POST', '/domains/kite-festival.af/transfer'],
    ['GET', '/account/balance/'],
  ])('answers 404: %s %s', async (method, path) => {
    const { send } = await openSandbox();
    expect(await send(path, { method })).toMatchObject(refused(404, 'not_found'));
  });

  it.each(['/domains', '/api/v2/domains', '/api/v1domains'])('answers 404: %s', async (path) => {
    const { baseUrl, send } = await openSandbox();
    const up = '/..'.repeat(new URL(baseUrl).pathname.split('/').length);
    expect(await send(up + path)).toMatchObject(refused(404, 'not_found'));
  });

  it.each(['%', '%zz.af', '%ff.af'])('answers 400: /domains/%s', async (domain) => {
    const { send } = await openSandbox();
    expect(await send(`/domains/${domain}`)).toMatchObject(refused(400, 'invalid_path'));
  });
});
