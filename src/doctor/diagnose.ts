import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIP, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { bareHost, proxyFor } from '../api/connect.ts';
import { Service } from '../api/service.ts';
import type { ApiReply, ApiRequest } from '../api/transport.ts';
import type { Context } from '../cli/context.ts';
import { type Day, dayOf } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { rateText } from '../core/periods.ts';
import { Failure, type FailureCode, outcomes } from '../errors.ts';
import { type Step, stepKind } from '../local-kinds.ts';
import type { Screen } from '../output/cell.ts';
import { columnsOf, shownFields } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';
import type { Clock } from '../platform/surroundings.ts';
import { addressSource, maskKey } from '../settings/credentials.ts';
import { preferenceNames } from '../settings/preferences.ts';
import { version } from '../version.ts';
import { answers, type Finding, findFacts, lineThatSets, ok, skipped, warning } from './answers.ts';

type Examination = Awaited<ReturnType<typeof examine>>;

/** @throws Failure if the step has failed */
type Test = (examination: Examination) => Finding | Promise<Finding>;

/** Each needs all before it. */
const way: Record<string, Test> = {
  settings: ({ credentials: { source, key } }) => ok(`${source}, key ${maskKey(key)}`),
  'base-url': testBaseUrl,
  dns: testDns,
  tcp: ({ heard, failure }) => okIfHeard(heard.tcp, failure),
  proxy: testProxy,
  tls: testTls,
  service: testService,
  credentials: testCredentials,
};

/** These need the whole way, and not each other. */
const others: Record<string, Test> = {
  'rate-limit': testRateLimit,
  ...Object.fromEntries(answers.map((answer) => [answer.step, (one) => findFacts(answer, one)])),
};

/** After these no other request would fare better. */
const endsRequests: readonly FailureCode[] = ['network', 'timeout', 'rate_limited'];

/** Tests each step in turn, and skips those that a failure has left without sense. */
export async function diagnose(context: Context) {
  const examining = examine(context);
  const found = `dotaf ${version}, ${context.surroundings.runtime}`;
  const steps: Step[] = [{ step: 'program', ...ok(found) }];
  const failures: Failure[] = [];
  let culprit: string | undefined;
  for (const [step, test] of Object.entries({ ...way, ...others })) {
    if (culprit !== undefined) {
      steps.push({ step, ...skipped(`not tested, since ${culprit} failed`) });
      continue;
    }
    const outcome = await examining.then(test).catch(expected);
    if (outcome instanceof Failure) {
      const { message, hints, code } = outcome;
      failures.push(outcome);
      steps.push({ step, result: 'failed', found: message, next: hints.join('; ') || null });
      if (step in way || endsRequests.includes(code)) culprit = step;
    } else steps.push({ step, ...outcome });
  }
  const [first] = failures;
  return { ok: first === undefined, steps, exitCode: first?.exitCode ?? outcomes.answered };
}

/** A row for each step, and below it the next thing to do. */
export function stepsPage(steps: readonly Step[], today: Day, screen: Screen): Promise<string> {
  const rows = steps.flatMap((step) => {
    const next: Step = { ...step, step: '', result: '', found: `next: ${step.next}` };
    return step.next === null ? [step] : [step, next];
  });
  return drawTable(columnsOf(shownFields(stepKind, false), today), rows, screen);
}

/** The same for others to read: no colours, no credentials, and no name of a home folder. */
export async function reportOf(
  { surroundings: { clock, homeFolder } }: Context,
  steps: readonly Step[],
): Promise<string> {
  const plain: Screen = {
    paint: (_, text) => text,
    columns: Number.POSITIVE_INFINITY,
    isUnicode: true,
  };
  const isOfCredentials = ({ step, result }: Step) => step === 'settings' && result === 'ok';
  const told = steps.map((step) => (isOfCredentials(step) ? { ...step, found: 'there' } : step));
  const text = await stepsPage(told, dayOf(clock.now()), plain);
  return homeFolder === undefined ? text : text.replaceAll(homeFolder, '~');
}

/** @throws what is not to be reported as a step */
function expected(error: unknown): Failure {
  if (error instanceof Failure && error.code !== 'interrupted') return error;
  throw error;
}

/**
 * Makes the first request, while its connection is watched. Each request is sent once: what goes
 * wrong is to be seen, not to be overcome.
 *
 * @throws Failure of whatever comes before the connection
 */
async function examine(context: Context) {
  const { settings, surroundings, output } = context;
  const credentials = await context.credentials();
  // Names a bad preference here, before something that needs it.
  for (const name of preferenceNames) settings.preference(name);
  const url = new URL(credentials.baseUrl);
  const proxy = proxyFor(url, surroundings.env);
  let reply: ApiReply | undefined;
  const client = await context.client((last) => {
    reply = last;
  });
  const once = { request: (request: ApiRequest) => client.request({ ...request, isOnce: true }) };
  const service = new Service(once, (text) => output.warning(text));
  service.reading(settings.preference('field-names'));
  const { heard, stop } = listen(surroundings.clock);
  const balance = await service.balance().catch(expected).finally(stop);
  const failure = balance instanceof Failure ? balance : undefined;
  if (failure !== undefined && !heard.isBegun) throw failure;
  return { context, credentials, url, proxy, client, service, heard, reply, balance, failure };
}

/** Listens to what Node and undici publish of the next connection. Times are of `clock.now`. */
function listen(clock: Clock) {
  const heard = { isBegun: false, dns: '', tcp: '', tls: '', readyAt: 0 };
  const onSocket = (message: unknown) => {
    const socket = socketIn(message);
    if (socket === undefined || heard.isBegun) return;
    heard.isBegun = true;
    const start = clock.now();
    socket.on('lookup', (error, address, _, host) => {
      if (!error) heard.dns = heard.dns ? `${heard.dns}, ${address}` : `${host} is ${address}`;
    });
    socket.once('connect', () => {
      const { remoteAddress, remotePort, localAddress } = socket;
      const time = clock.now() - start;
      heard.tcp = `${remoteAddress} port ${remotePort}, from ${localAddress} in ${time} ms`;
    });
  };
  const onReady = (message: unknown) => {
    const socket = socketIn(message);
    heard.readyAt = clock.now();
    if (!(socket instanceof TLSSocket)) return;
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    heard.tls = `${socket.getProtocol()}, certificate valid until ${dayOf(end)}`;
  };
  subscribe('net.client.socket', onSocket);
  subscribe('undici:client:connected', onReady);
  const stop = () => {
    unsubscribe('net.client.socket', onSocket);
    unsubscribe('undici:client:connected', onReady);
  };
  return { heard, stop };
}

function socketIn(message: unknown): Socket | undefined {
  return isObject(message) && message.socket instanceof Socket ? message.socket : undefined;
}

function okIfHeard(found: string, failure: Failure | undefined): Finding {
  if (found === '') throw failure;
  return ok(found);
}

function testBaseUrl({ context, credentials: { baseUrl, tier } }: Examination): Finding {
  const { options, surroundings } = context;
  const isGiven = options.baseUrl !== undefined || surroundings.env.DOTAF_BASE_URL;
  const from = isGiven && tier !== 'sandbox' ? addressSource(options.baseUrl) : `the ${tier}`;
  return ok(`${baseUrl}, from ${from}`);
}

/** Through a proxy, this machine looks up and reaches the proxy only. */
function testDns({ url, proxy, heard, failure }: Examination): Finding {
  const host = bareHost(proxy ?? url);
  if (isIP(host) !== 0) return skipped(`${host} is an address, with no name to look up`);
  return okIfHeard(heard.dns, failure);
}

/** A failure between TCP and TLS is the proxy's doing, unless it is a certificate. */
function testProxy({ proxy, heard, failure }: Examination): Finding {
  if (proxy === undefined) return skipped('none is used for this base URL');
  const isCertificate = failure?.details.retryable === false;
  if (heard.readyAt === 0 && !isCertificate) throw failure;
  return ok(`${proxy.host}, from HTTPS_PROXY`);
}

function testTls({ url, heard, failure }: Examination): Finding {
  if (url.protocol === 'http:') return skipped('plain http, which does not leave this machine');
  return okIfHeard(heard.tls, failure);
}

/** An answer that cannot be read is one all the same, and a later step shows it. */
function testService({ heard, reply, failure }: Examination): Finding {
  const { code, details, message } = failure ?? {};
  if (failure && code === 'unexpected_response' && details?.isNotTheService) {
    throw failure.saying(`something else answers: ${message}`, [
      'log in to the network in a browser, if it has a log-in page',
      'check the base URL: dotaf auth status',
    ]);
  }
  const isAnswer = !failure || code === 'unexpected_response' || code === 'unauthorized';
  if (!isAnswer || reply === undefined) throw failure;
  return ok(`answered in ${reply.receivedAt - heard.readyAt} ms`);
}

function testCredentials({ credentials: { key }, failure }: Examination): Finding {
  if (failure?.code === 'unauthorized') throw failure;
  return ok(`the service accepts the key ${maskKey(key)}`);
}

function testRateLimit({ context, client }: Examination): Finding {
  const rate = context.settings.preference('rate-limit');
  const { source, origin } = context.settings.shownPreference('rate-limit');
  const { requests, windowMs } = client.rateInUse;
  const found = `${rateText(rate)}, ${source === 'default' ? 'the default' : `from ${origin}`}`;
  if (requests === rate.requests) return ok(found);
  return warning(
    `${found}; only ${requests} in use, since the service allows no more at present`,
    lineThatSets(context, 'rate-limit', `${requests}/${windowMs / 1000}s`),
  );
}
