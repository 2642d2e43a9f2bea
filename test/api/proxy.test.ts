import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { proxyFor } from '../../src/api/connect.ts';
import type { Environment } from '../../src/platform/surroundings.ts';
import { balanceText, credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { listening, serve } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';

const HTTPS_PROXY = 'http://proxy.example:3128';

describe('HTTPS_PROXY', () => {
  it.each<[Environment, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY, https_proxy: 'http://other.example' }, 'http://other.example/'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ http_proxy: HTTPS_PROXY, ALL_PROXY: HTTPS_PROXY }, undefined],
  ])('of %j is %s', (env, expected) => {
    expect(proxyFor(new URL('https://api.reseller.example'), env)?.href).toBe(expected);
  });

  it.each(['localhost', 'LOCALHOST.', '127.0.0.1', '127.1.2.3', '[::1]', '[0:0::1]'])(
    'is never for %s',
    (host) => {
      expect(proxyFor(new URL(`https://${host}`), { HTTPS_PROXY })).toBeUndefined();
    },
  );

  it('is not asked for plain http on loopback, whatever the environment names', async () => {
    let asked = 0;
    const proxy = net.createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    const url = `http://127.0.0.1:${await listening(proxy)}`;
    const env = await serve((_, response) => response.end(balanceText));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
    const all = Object.fromEntries(names.map((name) => [name, url]));
    expect((await dotaf(['balance'], { env: { ...env, ...all } })).code).toBe(0);
    expect(asked).toBe(0);
  });

  it.each(['socks5://user:pass@proxy.example:1080', 'http://[', 'http://a b'])(
    'of %s is refused',
    async (text) => {
      const env = { ...credentials, DOTAF_HOME: temporaryFolder(), HTTPS_PROXY: text };
      expect(await dotaf(['balance'], { env })).toEqual({
        stdout: '',
        stderr:
          'error: HTTPS_PROXY is not the address of an http or https proxy\nhint: set it to an address such as http://proxy.example:3128, or unset it\n',
        code: 2,
      });
    },
  );
});

describe('NO_PROXY', () => {
  it.each([
    [
      'api.reseller.example',
      '* api.reseller.example API.Reseller.Example reseller.example example .reseller.example',
      'seller.example www.api.reseller.example api.*.example . *. 0.0.0.0/0',
    ],
    [
      'api.reseller.example',
      '*.reseller.example api.reseller.example. .reseller.example. .reseller.example:443',
      'api.reseller.example:8443',
    ],
    ['api.reseller.example.', 'api.reseller.example .reseller.example.', 'other.example'],
    ['api.reseller.example:8443', 'reseller.example reseller.example:8443', 'example:443'],
    [
      '192.0.2.10',
      '* 192.0.2.10 192.0.2.10:443 [192.0.2.10] ::ffff:192.0.2.10',
      '192.0.2.1 192.0.2.10:80 2.10 .0.2.10',
    ],
    [
      '192.0.2.10',
      '192.0.2.0/24 192.0.2.77/24 192.0.0.0/14:443 0.0.0.0/0 192.0.2.10/32',
      '192.0.2.0/29 192.0.2.0/24:80 192.0.2.10/33 192.0.2.10/x 192.0.2.10/ 192.0.2.10/-1',
    ],
    [
      '[2001:db8::1]',
      '2001:db8::1 [2001:db8::1] [2001:db8::1]:443 2001:DB8:0::1 2001:0db8:0:0:0:0:0:0001',
      '2001:db8: 2001:db8::2 2001:db8:: [2001:db8::1]:8443 1 :1',
    ],
    [
      '[2001:db8::1]',
      '2001:db8::/32 [2001:db8::]/32 [2001:db8::/33]:443 ::/0',
      '2001:db8:8000::/33 2001:db8::/129 [2001:db8::/32]:80',
    ],
    ['[2001:db8::443]', '2001:db8::443', '[2001:db8::]:443 2001:db8::'],
    ['[::ffff:10.1.2.3]', '10.0.0.0/8', '11.0.0.0/8'],
  ])('for %s: %s, but not %s', (host, matching, others) => {
    const url = new URL(`https://${host}`);
    const isAsked = (NO_PROXY: string) => proxyFor(url, { HTTPS_PROXY, NO_PROXY }) !== undefined;
    expect(matching.split(' ').filter(isAsked)).toEqual([]);
    expect(others.split(' ').filter((one) => !isAsked(one))).toEqual([]);
  });

  it.each([
    ['a list with commas', { NO_PROXY: 'other.example,,api.reseller.example ' }, undefined],
    ['a list with blanks', { NO_PROXY: ' other.example\tapi.reseller.example' }, undefined],
    ['nothing', { NO_PROXY: ',, ,' }, 'proxy.example:3128'],
    ['small letters first', { no_proxy: 'x.example', NO_PROXY: '*' }, 'proxy.example:3128'],
  ])('is read as %s', (_, env, expected) => {
    const url = new URL('https://api.reseller.example');
    expect(proxyFor(url, { HTTPS_PROXY, ...env })?.host).toBe(expected);
  });
});
