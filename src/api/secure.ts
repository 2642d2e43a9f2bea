import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import {
  address,
  addressChoice,
  bareHost,
  type Handles,
  ProxyRefused,
  type Settle,
  type Target,
} from './socket.ts';

/** Connects with TLS, straight or through a proxy. */
export function openSecure(
  proxy: URL | undefined,
  target: Target,
  open: Handles,
  settle: Settle,
): void {
  if (proxy) throughProxy(proxy, target, open, settle);
  else secure(target, address(target), open, settle);
}

function throughProxy(proxy: URL, target: Target, open: Handles, settle: Settle): void {
  const start = proxy.protocol === 'https:' ? tlsRequest : plainRequest;
  const authority = `${target.hostname}:${target.port || 443}`;
  const request = start({
    hostname: bareHost(proxy.hostname),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy) },
    agent: false,
    rejectUnauthorized: true,
    ...addressChoice,
  });
  open.add(request);
  request.once('error', settle);
  request.once('response', ({ statusCode }) => settle(new ProxyRefused(statusCode)));
  request.once('connect', ({ statusCode }, socket: net.Socket) => {
    if (statusCode === 200) secure(target, { socket }, open, settle);
    else settle(new ProxyRefused(statusCode));
  });
  request.end();
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A password may hold a bare `%`, which URL leaves as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** To an address or over a tunnel; always verified, whatever the environment says. */
function secure(
  target: Target,
  way: net.TcpNetConnectOpts | { socket: net.Socket },
  open: Handles,
  settle: Settle,
): void {
  const host = bareHost(target.hostname);
  const socket = tls.connect({
    ...way,
    ...(net.isIP(host) ? {} : { servername: target.servername || host }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  open.add(socket);
  socket.setNoDelay(true);
  socket.once('error', settle);
  socket.once('secureConnect', () => settle(null, socket));
}
