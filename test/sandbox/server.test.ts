import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { deferred } from '../support/deferred.ts';
import { noon, openSandbox, request } from '../support/sandbox-client.ts';

const never = () => new Promise<void>(() => {});

describe('startSandbox', () => {
  it('listens on loopback, on any free port', async () => {
    const { baseUrl } = await openSandbox();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  });

  it('rejects with the system error when the port is in use', async () => {
    const { baseUrl } = await openSandbox();
    const port = Number(new URL(baseUrl).port);
    const second = startSandbox({ port, now: () => noon, delay: never });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('answers with type, length and no-store', async () => {
    const { send } = await openSandbox();
    const { headers } = await send('/account/tier');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe('88');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('dates its answers by the clock that it is given', async () => {
    const { send } = await openSandbox();
    expect((await send('/account/tier')).headers.get('date')).toBe(new Date(noon).toUTCString());
  });

  it('gives every request an id, and repeats it in an error', async () => {
    const { baseUrl, send } = await openSandbox();
    expect((await send('/account/tier')).headers.get('x-request-id')).toBe('req_000001');
    const reply = await request(`${baseUrl}/account/tier`);
    expect(reply.headers.get('x-request-id')).toBe('req_000002');
    expect(reply.body).toHaveProperty('error.request_id', 'req_000002');
  });

  it('waits before each answer with a latency', async () => {
    const { baseUrl, delays, send } = await openSandbox({ latencyMs: 40 });
    await send('/account/tier');
    await request(`${baseUrl}/account/tier`);
    expect(delays).toEqual([40, 40]);
  });

  it('survives a connection that does not speak HTTP', async () => {
    const { baseUrl, send } = await openSandbox();
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    socket.end('not HTTP at all\r\n\r\n');
    await once(socket.resume(), 'close');
    expect((await send('/account/tier')).status).toBe(200);
  });
});

describe('close', () => {
  it('ends idle connections at once, and frees the port', async () => {
    const { baseUrl, close, send } = await openSandbox();
    const { hostname, port } = new URL(baseUrl);
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    await send('/account/tier');
    const ended = once(idle.on('error', () => {}).resume(), 'close');
    await close();
    await ended;
    await expect(send('/account/tier')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('does not wait for a slow answer', async () => {
    const slow = deferred();
    const { close, send } = await openSandbox({
      faults: [{ kind: 'slow', percent: 100 }],
      delay: () => {
        slow.resolve();
        return never();
      },
    });
    const cut = expect(send('/account/tier')).rejects.toThrow('fetch failed');
    await slow.promise;
    await close();
    await cut;
  });

  it('ignores an answer that is ready only after it', async () => {
    const waiting = deferred();
    const delayed = deferred();
    const { close, send } = await openSandbox({
      latencyMs: 1,
      delay: () => {
        waiting.resolve();
        return delayed.promise;
      },
    });
    const cut = expect(send('/account/tier')).rejects.toThrow('fetch failed');
    await waiting.promise;
    await close();
    delayed.resolve();
    await cut;
    await expect(close()).resolves.toBeUndefined();
  });
});
