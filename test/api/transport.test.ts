import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { balanceText, credentials, shop } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { environmentOf, head, listening, serve, serveRaw } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

const answered = 'account         AF-1001\n';

function host(env: { DOTAF_BASE_URL?: string | undefined }): string {
  return new URL(env.DOTAF_BASE_URL ?? '').host;
}

describe('what is sent', () => {
  it('is the two headers, what is accepted, and nothing that may be compressed', async () => {
    const seen: unknown[] = [];
    const env = await serve((request, response) => {
      const {
        authorization,
        accept,
        'accept-encoding': encoding,
        'content-type': type,
      } = request.headers;
      const {
        'x-service-key': key,
        'x-service-secret': secret,
        'user-agent': agent,
      } = request.headers;
      seen.push([request.method, request.url, authorization, accept, encoding, type, key, secret]);
      expect(agent).toMatch(/^dotaf\/\d/);
      response.end(balanceText);
    });
    expect((await dotaf(['balance'], { env })).stdout).toContain(answered);
    expect(seen).toEqual([
      [
        'GET',
        '/api/v1/account/balance',
        undefined,
        'application/json',
        'identity',
        undefined,
        credentials.DOTAF_KEY,
        credentials.DOTAF_SECRET,
      ],
    ]);
  });

  it('is JSON where there is a body', async () => {
    const seen: unknown[] = [];
    const env = await serve(async (request, response) => {
      const chunks = await request.toArray();
      seen.push([request.headers['content-type'], String(Buffer.concat(chunks))]);
      response.end('{"success":true,"data":{"amount":"35.00"}}');
    });
    await dotaf(['quote', 'com.af', '--action', 'restore'], { env });
    expect(seen).toEqual([['application/json', '{"tld":".com.af","action":"restore","years":1}']]);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is not followed, and no other origin sees the secret',
    async (status) => {
      const elsewhere: string[] = [];
      const other = await listening(
        createServer((request, response) => {
          elsewhere.push(JSON.stringify(request.headers));
          response.end(balanceText);
        }),
      );
      let asked = 0;
      const env = await serve((_, response) => {
        asked += 1;
        response.writeHead(status, {
          Location: `http://127.0.0.1:${other}/api/v1/account/balance?s=1`,
        });
        response.end();
      });
      expect(await dotaf(['balance'], { env })).toEqual({
        stdout: '',
        stderr: `error: balance: the service redirects to http://127.0.0.1:${other}, and redirects are never followed\nhint: correct the base URL: dotaf auth login --base-url <url>\n`,
        code: 6,
      });
      expect(asked).toBe(1);
      expect(elsewhere).toEqual([]);
    },
  );

  it('within the service is not followed either', async () => {
    let asked = 0;
    const env = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/login' });
      response.end();
    });
    const { stderr, code } = await dotaf(['balance'], { env });
    expect([asked, code]).toEqual([1, 6]);
    expect(stderr).toContain('balance: the service redirects, and redirects are never followed\n');
  });
});

describe('the deadline', () => {
  const late = (env: object) => ({
    stdout: '',
    stderr: `error: no answer from ${host(env)} within 2 s, 3 attempts in 6.8 s\nhint: check your internet connection, or allow more time with --timeout <seconds>\n`,
    code: 5,
  });

  it('holds while nothing is answered, for each of three attempts', async () => {
    const clock = new TestClock();
    let asked = 0;
    const env = await serve(() => {
      asked += 1;
      clock.advance(2000);
    });
    expect(await dotaf(['balance', '--timeout', '2'], { env, clock })).toEqual(late(env));
    expect(asked).toBe(3);
  });

  it('holds in the middle of a body', async () => {
    const clock = new TestClock();
    const env = await serveRaw((socket) => {
      socket.write(`${head('Content-Length: 500')}{"success":true,`, () =>
        setImmediate(() => clock.advance(2000)),
      );
    });
    expect(await dotaf(['balance', '--timeout', '2'], { env, clock })).toEqual(late(env));
  });

  it('holds in the middle of the headers', async () => {
    const clock = new TestClock();
    const env = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => clock.advance(2000));
    });
    expect(await dotaf(['balance', '--timeout', '2'], { env, clock })).toEqual(late(env));
  });

  it('holds while TLS is being set up', async () => {
    const clock = new TestClock();
    const port = await listening(
      net.createServer((socket) => socket.once('data', () => clock.advance(2000))),
    );
    const env = { ...environmentOf(port), DOTAF_BASE_URL: `https://127.0.0.1:${port}` };
    const { stderr, code } = await dotaf(['balance', '--timeout', '2'], { env, clock });
    expect(stderr).toMatch(
      /^error: no (answer from|connection to) 127\.0\.0\.1:\d+ within 2 s, 3 attempts in 6.8 s\n/,
    );
    expect(code).toBe(5);
  });

  it('lets an answer through that comes in time, and is not felt by the next request', async () => {
    const clock = new TestClock();
    const env = await serve((_, response) => {
      clock.advance(1999);
      response.end('{"success":true,"data":{"amount":"35.00","currency":"USD"}}');
    });
    const { code } = await dotaf(
      ['quote', '--timeout', '2', '--action', 'renewal', '--years', '1'],
      { env, clock },
    );
    expect(code).toBe(0);
  });
});

describe('a body', () => {
  const cut = (env: object, reason: string) => ({
    stdout: '',
    stderr: `error: ${host(env)} cannot be reached: ${reason}, 3 attempts in 0.8 s\nhint: check the base URL: dotaf auth status\nhint: if it is right, try again later\n`,
    code: 5,
  });
  const ways: [string, string, string][] = [
    ['with its length said', head('Content-Length: 500'), '{"success":true,'],
    ['in chunks', head('Transfer-Encoding: chunked'), '10\r\n{"success":true,\r\n'],
  ];

  it.each(ways)('cut off %s is a network failure, tried three times', async (_, header, part) => {
    let asked = 0;
    const env = await serveRaw((socket) => {
      asked += 1;
      socket.end(header + part);
    });
    expect(await dotaf(['balance'], { env })).toEqual(
      cut(env, 'it closed the connection before the answer was whole'),
    );
    expect(asked).toBe(3);
  });

  it('cut off with the connection is a network failure, tried three times', async () => {
    let asked = 0;
    const env = await serveRaw((socket) => {
      asked += 1;
      socket.end(`${head('Connection: close')}{"success":true,"data":{"bal`);
    });
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr:
        'error: balance: the answer was cut off on the way, 3 attempts in 0.8 s\nhint: try again\nhint: if it persists, something between here and the service cuts off answers\n',
      code: 5,
    });
    expect(asked).toBe(3);
  });

  it('that is whole and ends with the connection is an answer', async () => {
    const env = await serveRaw((socket) => socket.end(head('Connection: close') + balanceText));
    expect((await dotaf(['balance'], { env })).stdout).toContain(answered);
  });

  it('is asked for again after one that was cut', async () => {
    let asked = 0;
    const env = await serveRaw((socket) => {
      asked += 1;
      if (asked === 1) socket.destroy();
      else socket.end(head(`Content-Length: ${balanceText.length}`) + balanceText);
    });
    const clock = new TestClock();
    const session = await dotaf(['balance'], { env, clock });
    expect([session.code, session.stderr, asked]).toEqual([0, '', 2]);
    expect(clock.sleeps).toEqual([250]);
  });

  it.each<[string, string, string, string]>([
    ['malformed', 'application/json', '{"success":true,', 'something other than JSON'],
    ['a page', 'text/html', '<!doctype html><title>Log in</title>', 'a web page'],
    ['a page that says it is JSON', 'application/json', '<html></html>', 'a web page'],
    ['empty', 'application/json', '', 'an empty body'],
    ['text', 'text/plain', 'ok', 'something other than JSON'],
  ])('that is whole and %s is not understood, and not tried again', async (_, type, body, what) => {
    let asked = 0;
    const env = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(body);
    });
    const { stdout, stderr, code } = await dotaf(['balance'], { env });
    expect([stdout, stderr.split('\n')[0], code, asked]).toEqual([
      '',
      `error: balance: the answer is ${what}`,
      8,
      1,
    ]);
  });

  it('may start with a byte order mark', async () => {
    const env = await serve((_, response) => response.end(`\ufeff${balanceText}`));
    expect((await dotaf(['balance'], { env })).code).toBe(0);
  });

  it('that is compressed is refused', async () => {
    const env = await serve((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(gzipSync(balanceText));
    });
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr: `error: ${host(env)} sent a body in gzip, which was not asked for\nhint: check the base URL: dotaf auth status\n`,
      code: 8,
    });
  });

  it('that never ends is refused at 1 MB', async () => {
    const env = await serve((_, response) => {
      const chunk = 'x'.repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr: `error: ${host(env)} sent more than 1 MB\nhint: check the base URL: dotaf auth status\n`,
      code: 8,
    });
  });

  it('of a refusal is not read to the end, since the status says enough', async () => {
    const env = await serve((_, response) => {
      response.writeHead(404).end(JSON.stringify({ message: 'x '.repeat(4_000_000) }));
    });
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr:
        'error: balance: the service refused: HTTP 404\nhint: check the base URL: dotaf auth status\n',
      code: 6,
    });
  });

  it('may be nested without end', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const env = await serve((_, response) => {
      response.end(balanceText.replace('{"account', `{"x":${deep},"account`));
    });
    const { stdout, code } = await dotaf(['balance', '--json'], { env });
    expect([stdout, code]).toEqual(['', 8]);
  });
});

describe('a connection', () => {
  it('that is refused at a base URL that has worked is no fault of the base URL', async () => {
    const gone = net.createServer();
    const port = await listening(gone);
    gone.close();
    await once(gone, 'close');
    const profile = { ...shop, base_url: `http://127.0.0.1:${port}/api/v1` };
    const env = homeWith({ active: shop.name, profiles: [profile] });
    expect((await dotaf(['balance'], { env })).stderr).toContain(
      'it refused the connection, 3 attempts in 0.8 s\nhint: the service may be down: try again later\n',
    );
  });

  it('that is refused is a network failure', async () => {
    const gone = net.createServer();
    const port = await listening(gone);
    gone.close();
    await once(gone, 'close');
    const env = environmentOf(port);
    expect(await dotaf(['balance'], { env })).toEqual({
      stdout: '',
      stderr: `error: 127.0.0.1:${port} cannot be reached: it refused the connection, 3 attempts in 0.8 s\nhint: check the base URL: dotaf auth status\nhint: if it is right, try again later\n`,
      code: 5,
    });
  });

  it('that answers no HTTP is a network failure', async () => {
    const env = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const { stderr, code } = await dotaf(['balance'], { env });
    expect(stderr).toMatch(/^error: 127\.0\.0\.1:\d+ cannot be reached: /);
    expect(code).toBe(5);
  });

  it('is kept for the next request', async () => {
    const sockets = new Set<unknown>();
    const env = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('{"success":true,"data":{"amount":"35.00","currency":"USD"}}');
    });
    const names = Array.from({ length: 20 }, (_, index) => String(index + 1));
    const { code } = await dotaf(['quote', '--action', 'renewal', '--years', names.join(',')], {
      env,
    });
    expect(code).toBe(0);
    expect(sockets.size).toBeLessThan(names.length / 2);
  });

  it('closed by the server between two requests is opened again', async () => {
    let asked = 0;
    const env = await serveRaw((socket) => {
      asked += 1;
      const body = '{"success":true,"data":{"amount":"35.00","currency":"USD"}}';
      // Promises to stay, and leaves.
      socket.end(head(`Content-Length: ${body.length}`, 'Connection: keep-alive') + body);
    });
    const { stderr, code } = await dotaf(['quote', '--years', '1-10'], { env });
    expect([stderr, code]).toEqual(['', 0]);
    expect(asked).toBeGreaterThanOrEqual(40);
  });

  it('is closed when the session ends', async () => {
    const server = createServer((_, response) => response.end(balanceText));
    const env = environmentOf(await listening(server));
    const closed = new Promise((resolve) =>
      server.on('connection', (socket) => socket.on('close', resolve)),
    );
    await dotaf(['balance'], { env });
    await closed;
  });

  it('takes 64 KB of headers', async () => {
    const env = await serve((_, response) => {
      response.setHeader('X-Long', 'x'.repeat(40_000));
      response.end(balanceText);
    });
    expect((await dotaf(['balance'], { env })).code).toBe(0);
  });
});

it('traces an exchange without the credentials', async () => {
  const clock = new TestClock();
  const env = await serve((_, response) => {
    clock.advance(35);
    response.end(balanceText);
  });
  const { stderr } = await dotaf(['balance', '-v'], { env, clock });
  expect(stderr).toBe(
    `> GET ${env.DOTAF_BASE_URL}/api/v1/account/balance (x-service-key and x-service-secret not shown)\n< 200 in 35 ms, ${balanceText.length} characters\n`,
  );
});

it('sends nothing without credentials', async () => {
  const { code } = await dotaf(['balance'], { env: { DOTAF_HOME: temporaryFolder() } });
  expect(code).toBe(3);
});
