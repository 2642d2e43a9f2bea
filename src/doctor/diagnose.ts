import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIP, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { bareHost, proxyFor } from '../api/connect.ts';
import type { Answer } from '../api/envelope.ts';
import { Service } from '../api/service.ts';
import type { ApiRequest } from '../api/transport.ts';
import type { Context } from '../cli/context.ts';
import { dayOf } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { rateText } from '../core/periods.ts';
import { excerpt, safeText } from '../core/text.ts';
import { Failure, type FailureCode, outcomes } from '../errors.ts';
import type { Step } from '../local-kinds.ts';
import type { Screen } from '../output/cell.ts';
import type { Style } from '../output/color.ts';
import { valueAt } from '../output/fields.ts';
import { wrapped } from '../output/measure.ts';
import { maskKey } from '../settings/credentials.ts';
import { preferenceNames } from '../settings/preferences.ts';
import { version } from '../version.ts';
import { listIn, type Proposal, proposalsFor } from './propose.ts';

type Finding = Omit<Step, 'step'>;

type Examination = Awaited<ReturnType<typeof examine>>;

/** Returns the text to show when the step passes. @throws Failure if it has failed */
type Test = (examination: Examination) => string | Finding | Promise<string | Finding>;

/** Steps in order. A step runs only if the steps before it passed. */
const way: Record<string, Test> = {
  settings: testSettings,
  'base-url': testBaseUrl,
  dns: testDns,
  tcp: testTcp,
  proxy: testProxy,
  tls: testTls,
  service: testService,
  credentials: testCredentials,
};

/** Steps that need a working connection, but not each other. */
const others: Record<string, Test> = {
  'rate-limit': testRateLimit,
  balance: testFacts({
    path: '/account/balance',
    needed: ['account_number', 'balance', 'currency', 'active_domains'],
    optional: ['credit_limit'],
    read: async ({ balance, failure }) => [given(balance, failure)],
  }),
  domains: testFacts({
    path: '/domains',
    needed: ['domain', 'status', 'expiry', 'auto_renew'],
    optional: ['registration_date', 'nameservers'],
    read: async ({ service }) => (await service.domains()).domains,
  }),
  tier: testFacts({
    path: '/account/tier',
    needed: ['current_tier'],
    // The highest tier has none after it.
    optional: ['next_tier', 'domains_needed'],
    read: async ({ service }) => [await service.tier()],
  }),
  quote: testFacts({
    path: '/pricing',
    data: ` --data '{"tld":".af","action":"registration","years":1}'`,
    needed: ['amount', 'currency'],
    optional: [],
    read: async ({ service }) => [await service.quote('af', 'registration', 1)],
  }),
};

/** Failures of an answer that has come from the service. */
const areAnswers: readonly FailureCode[] = ['unauthorized', 'unexpected_response'];

/** After these no other request would fare better. */
const endsRequests: readonly FailureCode[] = ['network', 'timeout', 'rate_limited'];

/** The step that proposes how to state what was not found. */
const namesStep = 'field-names';

export async function diagnose(context: Context) {
  const examining = examine(context);
  const program = `dotaf ${version}, ${context.surroundings.runtime}`;
  const steps: Step[] = [{ step: 'program', result: 'ok', found: program, next: null }];
  let first: Failure | undefined;
  let culprit: string | undefined;
  for (const [step, test] of Object.entries({ ...way, ...others })) {
    if (culprit !== undefined) {
      const found = `not tested, since ${culprit} failed`;
      steps.push({ step, result: 'skipped', found, next: null });
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

const styles: Record<Step['result'], Style> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
  skipped: 'dim',
};

/** One row a step, and one for all that were not tested. */
export async function stepsPage(steps: readonly Step[], screen: Screen): Promise<string> {
  const rows = steps.filter(({ result }) => result !== 'skipped');
  const others = steps.filter(({ result }) => result === 'skipped');
  const [other] = others;
  if (other !== undefined) {
    const names = others.map(({ step }) => step).join(', ');
    rows.push({ ...other, step: 'others', found: `${other.found}: ${names}` });
  }
  const texts = await Promise.all(rows.map((row) => drawStep(row, screen)));
  const line = steps.find(({ step }) => step === namesStep)?.next;
  // A line of its own is not wrapped, and can be copied.
  if (line) texts.push(`\nIf these are right, type:\n${line}\n`);
  return texts.join('');
}

/** Names of steps take 13 cells, and results 9: what was found begins at one edge. */
const edge = 13 + 9;

async function drawStep({ step, result, found, next }: Step, screen: Screen): Promise<string> {
  const texts = [found];
  if (next !== null && step !== namesStep) texts.push(`next: ${next}`);
  const parts = texts.map((text) => wrapped(safeText(text), screen.columns - edge));
  const lines = await Promise.all(parts);
  const shown = lines.flat().join(`\n${' '.repeat(edge)}`);
  const blanks = ' '.repeat(9 - result.length);
  const painted = screen.paint(styles[result], result);
  return `${step.padEnd(13)}${painted}${blanks}${shown}\n`;
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
  const client = await context.client();
  const answers = new Map<string, Answer>();
  const request = async (sent: ApiRequest) => {
    const answer = await client.request({ ...sent, isOnce: true });
    answers.set(sent.path, answer);
    return answer;
  };
  const stated = settings.preference('field-names');
  const service = new Service({ request }, (text) => output.warning(text), stated);
  const { heard, stop } = listen();
  const answer = await service.balance().catch(expected).finally(stop);
  const failure = answer instanceof Failure ? answer : undefined;
  const balance = answer instanceof Failure ? undefined : answer;
  if (failure !== undefined && !heard.isBegun) throw failure;
  return {
    context,
    credentials,
    url,
    proxy,
    service,
    stated,
    answers,
    heard,
    balance,
    failure,
    proposals: [] as Proposal[],
    today: dayOf(surroundings.clock.now()),
  };
}

/** Listens to what Node and undici publish of the next connection. */
function listen() {
  const heard = { isBegun: false, dns: '', tcp: '', tls: '', isReady: false };
  const onSocket = (message: unknown) => {
    const socket = socketIn(message);
    if (socket === undefined || heard.isBegun) return;
    heard.isBegun = true;
    socket.on('lookup', (error, address, _, host) => {
      if (!error) heard.dns ||= `${host} is ${address}`;
    });
    socket.once('connect', () => {
      heard.tcp = `${socket.remoteAddress} port ${socket.remotePort}`;
    });
  };
  const onReady = (message: unknown) => {
    const socket = socketIn(message);
    heard.isReady = true;
    if (!(socket instanceof TLSSocket)) return;
    const end = Date.parse(socket.getPeerCertificate().valid_to);
    heard.tls = `${socket.getProtocol()}, certificate valid until ${dayOf(end)}`;
  };
  subscribe('net.client.socket', onSocket);
  subscribe('undici:client:connected', onReady);
  return {
    heard,
    stop() {
      unsubscribe('net.client.socket', onSocket);
      unsubscribe('undici:client:connected', onReady);
    },
  };
}

function socketIn(message: unknown): Socket | undefined {
  return isObject(message) && message.socket instanceof Socket ? message.socket : undefined;
}

function given<Value>(value: Value, failure: Failure | undefined): NonNullable<Value> {
  if (!value) throw failure;
  return value;
}

function testSettings({ credentials }: Examination): string {
  const { source, key } = credentials;
  return `${source}, key ${maskKey(key)}`;
}

function testBaseUrl({ context, credentials: { baseUrl, tier } }: Examination): string {
  const given = tier === 'sandbox' ? undefined : context.settings.givenBaseUrl;
  return `${baseUrl}, from ${given?.from ?? `the ${tier}`}`;
}

/** Through a proxy, this machine looks up and reaches the proxy only. */
function testDns({ url, proxy, heard, failure }: Examination): string {
  const host = bareHost(proxy ?? url);
  if (isIP(host) !== 0) return `${host} is an address, with no name to look up`;
  return given(heard.dns, failure);
}

function testTcp({ heard, failure }: Examination): string {
  return given(heard.tcp, failure);
}

/** A failure between TCP and TLS is the proxy's doing, unless it is a certificate. */
function testProxy({ proxy, heard, failure }: Examination): string {
  if (proxy === undefined) return 'none is used for this base URL';
  const isCertificate = failure?.details.retryable === false;
  if (!heard.isReady && !isCertificate) throw failure;
  return `${proxy.host}, from HTTPS_PROXY`;
}

function testTls({ url, heard, failure }: Examination): string {
  if (url.protocol === 'http:') return 'plain http, which does not leave this machine';
  return given(heard.tls, failure);
}

/** An answer that cannot be read is one all the same, and a later step shows it. */
function testService({ failure }: Examination): string {
  const hint = 'check the base URL, and log in to the network if it has a log-in page';
  if (failure?.details.isNotTheService) throw failure.with({ hint });
  if (failure !== undefined && !areAnswers.includes(failure.code)) throw failure;
  return 'the service answers';
}

function testCredentials({ credentials: { key }, failure }: Examination): string {
  if (failure?.code === 'unauthorized') throw failure;
  return `the service accepts the key ${maskKey(key)}`;
}

function testRateLimit({ context }: Examination): string {
  const rate = context.settings.preference('rate-limit');
  const { origin } = context.settings.setting('rate-limit');
  const from = origin ?? 'the default';
  return `${rateText(rate)}, from ${from}`;
}

interface AnswerTest {
  path: string;
  data?: string;
  needed: readonly string[];
  /** Facts of which the service may have nothing to say. */
  optional: readonly string[];
  read(examination: Examination): Promise<readonly { extra?: object }[]>;
}

function testFacts({ path, data = '', needed, optional, read }: AnswerTest): Test {
  const next = `dotaf api ${path}${data} shows the answer`;
  const facts = [...needed, ...optional];
  return async (examination) => {
    const rows = await read(examination).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'unexpected_response') throw error;
      proposeUnread(examination, path, facts);
      throw error.with({ hint: next });
    });
    if (rows.length === 0) return 'the list is empty';
    const { sources } = examination.service;
    const absent = facts.filter((fact) => !(fact in sources));
    const unused = rows.map(({ extra = {} }) => extra);
    examination.proposals.push(...proposalsFor(absent, unused, examination.today));
    const isRead = (fact: string) => rows.some((row) => (valueAt(row, fact) ?? null) !== null);
    const found = factsText(facts, isRead, sources);
    if (!facts.some(isRead)) throw new Failure('unexpected_response', found, { hint: next });
    return needed.every(isRead) ? found : { result: 'warning', found, next };
  };
}

/** Shows the key that each fact of an answer was read from, and never its value. */
function factsText(
  facts: readonly string[],
  isRead: (fact: string) => boolean,
  sources: Readonly<Record<string, string>>,
): string {
  const read = facts.filter(isRead).map((fact) => {
    const key = sources[fact] ?? fact;
    return key === fact ? fact : `${fact} from ${key}`;
  });
  const unread = facts.filter((fact) => !isRead(fact));
  const found = `read: ${read.join(', ')}`;
  return unread.length === 0 ? found : `${found}; without a value: ${unread.join(', ')}`;
}

function proposeUnread(examination: Examination, path: string, facts: readonly string[]): void {
  const { answers, proposals, today } = examination;
  const data = answers.get(path)?.data ?? {};
  if (path !== '/domains') {
    proposals.push(...proposalsFor(facts, [data], today));
    return;
  }
  const list = listIn(data);
  proposals.push(...list.proposals);
  proposals.push(...proposalsFor(facts, list.rows, today));
}

/** One line to type for all that was not found, with what each part of it would read. */
function proposeNames({ context, proposals, stated }: Examination): Finding | undefined {
  if (proposals.length === 0) return undefined;
  // The line replaces what is stated already.
  const names = new Map(stated);
  for (const { fact, path } of proposals) names.set(fact, path);
  const pairs = [...names].map((pair) => pair.join('=')).join(',');
  const examples = proposals.map(({ fact, path, example }) => `${fact}=${path} is ${example}`);
  return {
    result: 'warning',
    found: `not found by a usual name, and likely: ${excerpt(examples.join(', '), 600)}`,
    next: context.settings.lineThatSets('field-names', pairs),
  };
}
