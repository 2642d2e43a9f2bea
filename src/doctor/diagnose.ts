import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIP, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { bareHost, proxyFor } from '../api/connect.ts';
import type { Answer } from '../api/envelope.ts';
import { Service } from '../api/service.ts';
import type { ApiReply, ApiRequest } from '../api/transport.ts';
import type { Context } from '../cli/context.ts';
import { dayOf } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { rateText } from '../core/periods.ts';
import { excerpt } from '../core/text.ts';
import { Failure, type FailureCode, outcomes } from '../errors.ts';
import { type Step, stepKind } from '../local-kinds.ts';
import type { Screen } from '../output/cell.ts';
import { shownFields } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';
import type { Clock } from '../platform/surroundings.ts';
import { maskKey } from '../settings/credentials.ts';
import { preferenceNames } from '../settings/preferences.ts';
import { version } from '../version.ts';
import { factsFinding, type ReadFacts } from './facts.ts';
import { askedQuote, proposalsFor } from './propose.ts';

type Finding = Omit<Step, 'step'>;

type Examination = Awaited<ReturnType<typeof examine>>;

/** Returns the text to show when the step passes. @throws Failure if it has failed */
type Test = (examination: Examination) => string | Finding | Promise<string | Finding>;

/** Steps in order. A step runs only if the steps before it passed. */
const way: Record<string, Test> = {
  settings: ({ credentials: { source, key } }) => `${source}, key ${maskKey(key)}`,
  'base-url': testBaseUrl,
  dns: testDns,
  tcp: ({ heard, failure }) => ifHeard(heard.tcp, failure),
  proxy: testProxy,
  tls: testTls,
  service: testService,
  credentials: testCredentials,
};

/** Steps that need a working connection, but not each other. */
const others: Record<string, Test> = {
  'rate-limit': testRateLimit,
  balance: testFacts(
    '/account/balance',
    ['account_number', 'balance', 'currency', 'active_domains'],
    ['credit_limit'],
    async ({ balance, failure }) => {
      if (balance === undefined) throw failure;
      return [balance];
    },
  ),
  domains: testFacts(
    '/domains',
    ['domain', 'status', 'expiry', 'auto_renew'],
    ['registration_date', 'nameservers'],
    async ({ service }) => (await service.domains()).domains,
  ),
  tier: testFacts(
    '/account/tier',
    ['current_tier'],
    // The highest tier has none after it.
    ['next_tier', 'domains_needed'],
    async ({ service }) => [await service.tier()],
  ),
  quote: testFacts(
    `/pricing --data '{"tld":".af","action":"registration","years":1}'`,
    ['amount', 'currency'],
    [],
    async ({ service }) => [
      await service.quote(askedQuote.tld, askedQuote.action, askedQuote.years),
    ],
  ),
};

/** After these no other request would fare better. */
const endsRequests: readonly FailureCode[] = ['network', 'timeout', 'rate_limited'];

export async function diagnose(context: Context) {
  const examining = examine(context);
  const program = `dotaf ${version}, ${context.surroundings.runtime}`;
  const steps: Step[] = [{ step: 'program', result: 'ok', found: program, next: null }];
  let first: Failure | undefined;
  let culprit: string | undefined;
  for (const [step, test] of Object.entries({ ...way, ...others })) {
    if (culprit !== undefined) {
      steps.push({ step, ...skipped(`not tested, since ${culprit} failed`) });
      continue;
    }
    const outcome = await examining.then(test).catch(expected);
    steps.push({ step, ...findingOf(outcome) });
    if (!(outcome instanceof Failure)) continue;
    first ??= outcome;
    if (step in way || endsRequests.includes(outcome.code)) culprit = step;
  }
  const names = culprit === undefined ? proposeNames(await examining) : undefined;
  if (names !== undefined) steps.push({ step: namesStep, ...names });
  return { ok: first === undefined, steps, exitCode: first?.exitCode ?? outcomes.answered };
}

function findingOf(outcome: string | Finding | Failure): Finding {
  if (typeof outcome === 'string') return { result: 'ok', found: outcome, next: null };
  if (!(outcome instanceof Failure)) return outcome;
  const next = outcome.hints.join('; ') || null;
  return { result: 'failed', found: outcome.message, next };
}

export async function stepsPage(steps: readonly Step[], screen: Screen): Promise<string> {
  const rows = steps.flatMap((step) => {
    const next: Step = { ...step, step: '', result: '', found: `next: ${step.next}` };
    return step.next === null || step.step === namesStep ? [step] : [step, next];
  });
  const table = await drawTable(shownFields(stepKind, false), rows, screen);
  const line = steps.find(({ step }) => step === namesStep)?.next ?? '';
  // Outside the table it is not wrapped, and can be copied as one line.
  return line === '' ? table : `${table}\nIf these are right, type:\n${line}\n`;
}

/** The step that proposes how to state what was not found. */
const namesStep = 'field-names';

function skipped(found: string): Finding {
  return { result: 'skipped', found, next: null };
}

function expected(error: unknown): Failure {
  if (error instanceof Failure && error.code !== 'interrupted') return error;
  throw error;
}

/**
 * Makes the first request, while its connection is watched. Each request is sent once, so that a
 * fault is seen, and not overcome. @throws Failure of whatever comes before the connection
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
  const answers = new Map<string, Answer>();
  const request = async (sent: ApiRequest) => {
    const answer = await client.request({ ...sent, isOnce: true });
    answers.set(sent.path, answer);
    return answer;
  };
  const stated = settings.preference('field-names');
  const service = new Service({ request }, (text) => output.warning(text), stated);
  const { heard, stop } = listen(surroundings.clock);
  const answer = await service.balance().catch(expected).finally(stop);
  const [balance, failure] = answer instanceof Failure ? [undefined, answer] : [answer];
  if (failure !== undefined && !heard.isBegun) throw failure;
  const seen = { heard, reply, balance, failure };
  return { context, credentials, url, proxy, client, service, stated, answers, ...seen };
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

function ifHeard(found: string, failure: Failure | undefined): string {
  if (found === '') throw failure;
  return found;
}

function testBaseUrl({ context, credentials: { baseUrl, tier } }: Examination): string {
  const given = tier === 'sandbox' ? undefined : context.settings.givenBaseUrl;
  return `${baseUrl}, from ${given?.from ?? `the ${tier}`}`;
}

/** Through a proxy, this machine looks up and reaches the proxy only. */
function testDns({ url, proxy, heard, failure }: Examination) {
  const host = bareHost(proxy ?? url);
  if (isIP(host) !== 0) return skipped(`${host} is an address, with no name to look up`);
  return ifHeard(heard.dns, failure);
}

/** A failure between TCP and TLS is the proxy's doing, unless it is a certificate. */
function testProxy({ proxy, heard, failure }: Examination) {
  if (proxy === undefined) return skipped('none is used for this base URL');
  const isCertificate = failure?.details.retryable === false;
  if (heard.readyAt === 0 && !isCertificate) throw failure;
  return `${proxy.host}, from HTTPS_PROXY`;
}

function testTls({ url, heard, failure }: Examination) {
  if (url.protocol === 'http:') return skipped('plain http, which does not leave this machine');
  return ifHeard(heard.tls, failure);
}

/** An answer that cannot be read is one all the same, and a later step shows it. */
function testService({ heard, reply, failure }: Examination): string {
  const isUnread = failure?.code === 'unexpected_response';
  if (isUnread && failure.details.isNotTheService) {
    throw failure.saying(`something else answers: ${failure.message}`, [
      'log in to the network in a browser, if it has a log-in page',
      'check the base URL: dotaf auth status',
    ]);
  }
  const isAnswer = !failure || isUnread || failure.code === 'unauthorized';
  if (!isAnswer || reply === undefined) throw failure;
  return `answered in ${reply.receivedAt - heard.readyAt} ms`;
}

function testCredentials({ credentials: { key }, failure }: Examination): string {
  if (failure?.code === 'unauthorized') throw failure;
  return `the service accepts the key ${maskKey(key)}`;
}

function testRateLimit({ context }: Examination): string {
  const rate = context.settings.preference('rate-limit');
  const { source, origin } = context.settings.setting('rate-limit');
  const from = source === 'default' ? 'the default' : `from ${origin}`;
  return `${rateText(rate)}, ${from}`;
}

/** @param optional facts of which the service may have nothing to say */
function testFacts(
  path: string,
  needed: readonly string[],
  optional: readonly string[],
  read: (examination: Examination) => Promise<ReadFacts['rows']>,
): Test {
  return async (examination) => {
    const next = `dotaf api ${path} shows the answer`;
    const rows = await read(examination).catch((error) => {
      const isUnread = error instanceof Failure && error.code === 'unexpected_response';
      throw isUnread ? error.with({ hint: next }) : error;
    });
    const { sources } = examination.service;
    return factsFinding({ rows, needed, optional, sources, next });
  };
}

/** One line to type for all that was not found, with what each part of it would read. */
function proposeNames({ context, answers, stated }: Examination): Finding | undefined {
  const today = dayOf(context.surroundings.clock.now());
  const proposals = proposalsFor(answers, stated, today);
  if (proposals.length === 0) return undefined;
  // The line replaces what is stated already.
  const all = new Map([...stated, ...proposals.map(({ fact, path }) => [fact, path] as const)]);
  const pairs = [...all].map((pair) => pair.join('=')).join(',');
  const examples = proposals.map(({ fact, path, example }) => `${fact}=${path} is ${example}`);
  return {
    result: 'warning',
    found: `not found by a usual name, and likely: ${excerpt(examples.join(', '), 600)}`,
    next: context.settings.lineThatSets('field-names', pairs),
  };
}
