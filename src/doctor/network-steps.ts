import { isIP } from 'node:net';
import {
  bareHost,
  connect,
  connectTcp,
  describeRoute,
  networkFailure,
  type TimeLimit,
} from '../api/connect.ts';
import { dayOf } from '../core/dates.ts';
import { Failure } from '../errors.ts';
import { addressesOf } from '../platform/look-up.ts';
import type { Examination } from './examination.ts';
import { type Finding, ok, skipped } from './step.ts';

/** Through a proxy, the proxy itself looks up the service. */
export async function testDns(examination: Examination): Promise<Finding> {
  const { host, name } = await nextHop(examination);
  if (isIP(host) !== 0) return skipped(`${host} is an address, with no name to look up`);
  const found = await inTime(examination, name, addressesOf(host));
  return ok(`${name} is ${found.join(', ')}`);
}

export async function testTcp(examination: Examination): Promise<Finding> {
  const { address, name } = await nextHop(examination);
  const limit = timeLimitOf(examination);
  const { clock } = limit;
  const start = clock.elapsed();
  const opening = connectTcp(new URL(`http://${address}`), limit);
  const socket = await explaining(examination, opening, name);
  const time = Math.round(clock.elapsed() - start);
  const from = socket.localAddress;
  socket.destroy();
  return ok(`${address} answers in ${time} ms, reached from ${from}`);
}

export async function testTls(examination: Examination): Promise<Finding> {
  const url = await examination.url();
  if (url.protocol !== 'https:') return skipped('plain http, which does not leave this machine');
  const { env } = examination.context.surroundings;
  const route = describeRoute(url, env);
  const opening = connect(url, env, timeLimitOf(examination));
  const socket = await explaining(examination, opening, route).catch(mentionLogInPage);
  const { TLSSocket } = await import('node:tls');
  if (!(socket instanceof TLSSocket)) return ok(route);
  const version = socket.getProtocol() ?? 'TLS';
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  const validity = Number.isNaN(end) ? '' : `, certificate valid until ${dayOf(end)}`;
  return ok(`${route}, ${version}${validity}`);
}

/** Such a page has the certificate of another name. @throws the error, with one more hint */
function mentionLogInPage(error: unknown): never {
  const isTrust = error instanceof Failure && error.details.retryable === false;
  if (!isTrust) throw error;
  throw error.with({ hint: [...error.hints, 'the log-in page of a network fails so, too'] });
}

interface Hop {
  /** Without the brackets of an IPv6 address. */
  host: string;
  address: string;
  /** For messages. */
  name: string;
}

/** What this machine connects to: the proxy if there is one, and else the service. */
async function nextHop(examination: Examination): Promise<Hop> {
  const proxy = await examination.proxy();
  const { hostname, port, protocol } = proxy ?? (await examination.url());
  const host = bareHost({ hostname });
  const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return { host, address, name: proxy === undefined ? host : `the proxy ${host}` };
}

/** @throws Failure `network` or `timeout` */
async function explaining<Value>(
  examination: Examination,
  work: Promise<Value>,
  name: string,
): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw await explained(examination, error, name);
  }
}

async function inTime<Value>(
  examination: Examination,
  name: string,
  work: Promise<Value>,
): Promise<Value> {
  const { clock, timeoutMs } = timeLimitOf(examination);
  let cancel = () => {};
  const tooLate = new Promise<never>((_, reject) => {
    const hint = 'check the DNS server of this machine';
    const failure = new Failure('timeout', `${name} was not looked up in time`, { hint });
    cancel = clock.timer(timeoutMs, () => reject(failure));
  });
  try {
    return await explaining(examination, Promise.race([work, tooLate]), name);
  } finally {
    cancel();
  }
}

async function explained(examination: Examination, error: unknown, name: string): Promise<Failure> {
  return networkFailure(error, name, await examination.proxy());
}

function timeLimitOf({ context: { settings, surroundings } }: Examination): TimeLimit {
  return { timeoutMs: settings.preference('timeout') * 1000, clock: surroundings.clock };
}
