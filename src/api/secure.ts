import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { Failure } from '../errors.ts';

export type Address = net.TcpNetConnectOpts & { host: string };

export interface Opening {
  where: string;
  /** Destroyed if the connection fails. */
  handles: { destroy(): void }[];
  /** To be called with a socket or an error; only the first call counts. */
  settle: (error: Error | null, socket?: net.Socket) => void;
}

export function openSecure(
  target: { hostname: string; address: Address },
  proxy: { url: URL; address: Address } | undefined,
  opening: Opening,
): void {
  const { host, port } = target.address;
  if (proxy === undefined) {
    startTls(host, target.address, opening);
    return;
  }
  const { url, address } = proxy;
  const { where, handles, settle } = opening;
  const authority = `${target.hostname}:${port}`;
  const start = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const request = start({
    ...address,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(url) },
    agent: false,
    rejectUnauthorized: true,
  });
  const refused = (status: number | undefined) =>
    new Failure('network', `${where} cannot be reached: the proxy answered ${status}`, {
      hint: 'check HTTPS_PROXY, or name the host in NO_PROXY',
    });
  handles.push(request);
  request.once('error', settle);
  request.once('response', ({ statusCode }) => settle(refused(statusCode)));
  request.once('connect', ({ statusCode }, socket: net.Socket) => {
    if (statusCode === 200) startTls(host, { socket }, opening);
    else settle(refused(statusCode));
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

function startTls(
  host: string,
  route: net.TcpNetConnectOpts | { socket: net.Socket },
  { handles, settle }: Opening,
): void {
  const socket = tls.connect({
    ...route,
    ...(net.isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Verified whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
  });
  handles.push(socket);
  socket.setNoDelay(true);
  socket.once('error', settle);
  socket.once('secureConnect', () => settle(null, socket));
}
