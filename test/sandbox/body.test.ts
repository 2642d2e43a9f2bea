import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../../src/sandbox/fields.ts';
import { openSandbox, refused } from '../support/sandbox-client.ts';

const json = { 'Content-Type': 'application/json' };

describe('the body of a POST request', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'is refused with the media type %s',
    async (type) => {
      const { send } = await openSandbox();
      const headers = { 'Content-Type': type };
      const reply = await send('/pricing', { method: 'POST', headers, body: '{}' });
      expect(reply).toMatchObject(refused(415, 'unsupported_media_type'));
    },
  );

  it('is refused without a media type', async () => {
    const { send } = await openSandbox();
    const reply = await send('/pricing', { method: 'POST' });
    expect(reply).toMatchObject(refused(415, 'unsupported_media_type'));
  });

  it('is accepted with a charset', async () => {
    const { send } = await openSandbox();
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    const body = '{"tld":".af","action":"renewal","years":1}';
    expect((await send('/pricing', { method: 'POST', headers, body })).status).toBe(200);
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{"tld":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"tld"'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('is refused as invalid JSON when it is %s', async (_, body) => {
    const { send } = await openSandbox();
    const reply = await send('/pricing', { method: 'POST', headers: json, body });
    expect(reply).toMatchObject(refused(400, 'invalid_json'));
  });

  it('is accepted at the size limit', async () => {
    const { send } = await openSandbox();
    const body = '{}'.padEnd(maxBodyBytes);
    const reply = await send('/pricing', { method: 'POST', headers: json, body });
    expect(reply).toMatchObject(refused(422, 'invalid_tld'));
  });

  it('is refused when Content-Length exceeds the limit, and the connection is closed', async () => {
    const { send } = await openSandbox();
    const body = '{}'.padEnd(maxBodyBytes + 1);
    const reply = await send('/pricing', { method: 'POST', headers: json, body });
    expect(reply).toMatchObject(refused(413, 'payload_too_large'));
    expect(reply.headers.get('connection')).toBe('close');
  });

  it('is refused as soon as its chunks exceed the limit, before it ends', async () => {
    const { baseUrl, key, secret } = await openSandbox();
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        'POST /api/v1/pricing HTTP/1.1',
        'Host: sandbox',
        `X-Service-Key: ${key}`,
        `X-Service-Secret: ${secret}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        (maxBodyBytes + 1).toString(16),
        ' '.repeat(maxBodyBytes + 1),
        '',
      ].join('\r\n'),
    );
    let received = '';
    for await (const chunk of socket) received += chunk;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain('"code":"payload_too_large"');
  });

  it('may be aborted without harm to later requests', async () => {
    const { baseUrl, headers, send } = await openSandbox();
    const abort = new AbortController();
    const body = new ReadableStream({ pull: () => abort.abort() });
    const init = {
      method: 'POST',
      headers: { ...headers, ...json },
      body,
      duplex: 'half' as const,
    };
    await expect(fetch(`${baseUrl}/pricing`, { ...init, signal: abort.signal })).rejects.toThrow();
    expect((await send('/account/tier')).status).toBe(200);
  });
});
