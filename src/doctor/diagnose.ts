import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { bareHost, connect, networkFailure, type Route, routeTo } from '../api/connect.ts';
import type { Answer } from '../api/envelope.ts';
import type { WithExtra } from '../api/reading/facts.ts';
import { hostName } from '../api/reading/values.ts';
import { Service } from '../api/service.ts';
import type { ApiRequest } from '../api/transport.ts';
import type { Context } from '../cli/context.ts';
import { dayOf } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { rateText } from '../core/periods.ts';
import { named, safeText } from '../core/text.ts';
import { Failure, type FailureCode, outcomes } from '../errors.ts';
import type { Step } from '../local-kinds.ts';
import type { Screen } from '../output/cell.ts';
import type { Style } from '../output/color.ts';
import { valueAt } from '../output/fields.ts';
import { wrapped } from '../output/measure.ts';
import { addressesOf } from '../platform/look-up.ts';
import { maskKey } from '../settings/credentials.ts';
import { preferenceNames } from '../settings/preferences.ts';
import { version } from '../version.ts';

type Finding = Omit<Step, 'step'>;

type Examination = Awaited<ReturnType<typeof examine>>;

/** Returns the text to show when the step passes. @throws Failure if it has failed */
type Test = (examination: Examination) => string | Finding | Promise<string | Finding>;

/** Steps in order; the first that fails is the last that is tested. */
const way: Record<string, Test> = {
  settings: testSettings,
  dns: testDns,
  tcp: testTcp,
  tls: testTls,
  credentials: testCredentials,
};

/** Steps that need a working connection, but not each other. */
const others: Record<string, Test> = {
  'rate-limit': testRateLimit,
  balance: testFacts({
    path: '/account/balance',
    isDocumented: true,
    needed: ['account_number', 'balance', 'currency', 'active_domains'],
    optional: ['credit_limit'],
    read: async (service) => [await service.balance()],
  }),
  domains: testFacts({
    path: '/domains',
    list: ['domains'],
    needed: ['domain', 'status', 'expiry', 'auto_renew'],
    optional: ['registration_date', 'nameservers'],
    read: async (service) => (await service.domains()).domains,
  }),
  tier: testFacts({
    path: '/account/tier',
    needed: ['current_tier'],
    // The highest tier has no tier after it.
    optional: ['next_tier', 'domains_needed'],
    read: async (service) => [await service.tier()],
  }),
  quote: testFacts({
    path: '/pricing',
    data: ` --data '{"tld":".af","action":"registration","years":1}'`,
    needed: ['amount', 'currency'],
    optional: [],
    read: async (service) => [await service.quote('af', 'registration', 1)],
  }),
};

/** After one of these failures no other request would fare better. */
const endsRequests: readonly FailureCode[] = ['network', 'timeout', 'rate_limited'];

/** The step with the line that states what was not found. */
const namesStep = 'field-names';

export async function diagnose(context: Context) {
  const examining = examine(context);
  const program = `dotaf ${version}, ${context.surroundings.runtime}`;
  const steps: Step[] = [{ step: 'program', result: 'ok', found: program, next: null }];
  let first: Failure | undefined;
  let isOver = false;
  for (const [step, test] of Object.entries({ ...way, ...others })) {
    if (isOver) break;
    const outcome = await examining.then(test).catch(expected);
    steps.push({ step, ...findingOf(outcome) });
    if (!(outcome instanceof Failure)) continue;
    first ??= outcome;
    isOver = step in way || endsRequests.includes(outcome.code);
  }
  const names = isOver ? undefined : lineToType(await examining);
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
};

export async function stepsPage(steps: readonly Step[], screen: Screen): Promise<string> {
  const texts = await Promise.all(steps.map((step) => drawStep(step, screen)));
  const line = steps.find(({ step }) => step === namesStep)?.next;
  // A line of its own is not wrapped, and can be copied.
  if (line) texts.push(`\nWhere a key that was not read holds it, fill it in and type:\n${line}\n`);
  return texts.join('');
}

/** Names of steps take 13 cells, and results 9: what was found begins at one edge. */
const edge = 13 + 9;

async function drawStep({ step, result, found, next }: Step, screen: Screen): Promise<string> {
  const says = next === null || step === namesStep ? '' : `\nnext: ${safeText(next)}`;
  const lines = await wrapped(safeText(found) + says, screen.columns - edge);
  const shown = lines.join('\n').replaceAll('\n', `\n${' '.repeat(edge)}`);
  const blanks = ' '.repeat(9 - result.length);
  return `${step.padEnd(13)}${screen.paint(styles[result], result)}${blanks}${shown}\n`;
}

function expected(error: unknown): Failure {
  if (error instanceof Failure && error.code !== 'interrupted') return error;
  throw error;
}

/** Sends every request once, so that a fault is seen, not overcome. @throws Failure of settings */
async function examine(context: Context) {
  const { settings, surroundings } = context;
  const credentials = await context.account.credentials();
  // Refuses a bad preference here, before something that needs it.
  for (const name of preferenceNames) settings.preference(name);
  const route = routeTo(new URL(credentials.baseUrl), surroundings.env);
  const client = await context.account.client();
  const answers = new Map<string, Promise<Answer>>();
  const request = (sent: ApiRequest) => {
    const answer = answers.get(sent.path) ?? client.request({ ...sent, isOnce: true });
    answers.set(sent.path, answer);
    return answer;
  };
  const stated = settings.preference('field-names');
  // A warning may hold a value of the answer; the steps name what was not read.
  const service = new Service({ request }, async () => {}, stated);
  return {
    context,
    credentials,
    route,
    service,
    answers,
    missing: new Set<string>(),
    connection: await connectionTo(route, context),
  };
}

async function connectionTo(route: Route, { settings, surroundings: { clock } }: Context) {
  const timeoutMs = settings.preference('timeout') * 1000;
  try {
    const socket = await connect(route, { timeoutMs, clock });
    const tls = tlsText(socket);
    socket.destroy();
    return tls;
  } catch (error) {
    return networkFailure(error, route);
  }
}

function tlsText(socket: Socket): string {
  if (!(socket instanceof TLSSocket)) return 'plain http, which does not leave this machine';
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  return `${socket.getProtocol()}, certificate valid until ${dayOf(end)}`;
}

function testSettings({ credentials: { source, key, baseUrl } }: Examination): string {
  return `${source}, key ${maskKey(key)}, ${baseUrl}`;
}

/** Through a proxy, this machine looks up and reaches the proxy only. */
async function testDns({ route }: Examination): Promise<string> {
  const host = bareHost(route.proxy ?? route.baseUrl);
  if (isIP(host) !== 0) return `${host} is an address, with no name to look up`;
  const found = await addressesOf(host).catch((error) => {
    throw networkFailure(error, route);
  });
  return `${host} is ${found.map(({ address }) => address).join(', ')}`;
}

/** A failure behind TCP is the proxy's doing, unless it is a certificate. */
function testTcp({ route, connection }: Examination): string {
  const isCertificate = connection instanceof Failure && connection.details.retryable === false;
  if (connection instanceof Failure && !isCertificate) throw connection;
  return route.text;
}

function testTls({ connection }: Examination): string {
  if (connection instanceof Failure) throw connection;
  return connection;
}

/** An answer that cannot be read is an answer all the same; a later step shows what is wrong. */
async function testCredentials({ credentials, service }: Examination): Promise<string> {
  const answer = await service.balance().catch(expected);
  if (answer instanceof Failure) {
    const hint = 'check the base URL, and log in to the network if it has a log-in page';
    if (answer.details.isNotTheService) throw answer.with({ hint });
    if (answer.code !== 'unexpected_response') throw answer;
  }
  return `the service accepts the key ${maskKey(credentials.key)}`;
}

function testRateLimit({ context }: Examination): string {
  return rateText(context.settings.preference('rate-limit'));
}

interface AnswerTest {
  path: string;
  data?: string;
  /** Its keys are known, and cannot be stated. */
  isDocumented?: true;
  /** The fact that states where the list is. */
  list?: readonly string[];
  needed: readonly string[];
  /** Facts of which the service may have nothing to say. */
  optional: readonly string[];
  read(service: Service): Promise<readonly WithExtra[]>;
}

function testFacts({ path, data = '', list = [], needed, optional, ...test }: AnswerTest): Test {
  const next = `dotaf api ${path}${data} shows the answer`;
  const facts = [...needed, ...optional];
  return async ({ answers, service, missing }) => {
    const keysFor = (absent: readonly string[], unread: readonly unknown[]) => {
      const paths = new Set(unread.flatMap((value) => pathsIn(value)));
      if (absent.length === 0 || paths.size === 0) return '';
      if (!test.isDocumented) for (const fact of absent) missing.add(fact);
      return `; not read: ${named([...paths], 20)}`;
    };
    const rows = await test.read(service).catch(async (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'unexpected_response') throw error;
      const answer = await answers.get(path)?.catch(() => undefined);
      const keys = keysFor([...list, ...needed], [answer?.data]);
      throw error.with({ hint: next }, error.message + keys);
    });
    if (rows.length === 0) return 'the list is empty';
    const { sources } = service;
    const isRead = (fact: string) => rows.some((row) => (valueAt(row, fact) ?? null) !== null);
    const isFound = test.isDocumented ? isRead : (fact: string) => fact in sources;
    const absent = facts.filter((fact) => !isFound(fact));
    const extras = rows.map(({ extra }) => extra);
    const found = factsText(facts, isRead, sources) + keysFor(absent, extras);
    if (!facts.some(isRead)) throw new Failure('unexpected_response', found, { hint: next });
    return needed.every(isRead) ? found : { result: 'warning', found, next };
  };
}

/** The paths of the keys, in a list those of its items. A name of a domain is a value, and no key. */
function pathsIn(value: unknown, path = ''): string[] {
  const inner = Array.isArray(value) ? value.flatMap((one) => pathsIn(one, `${path}[]`)) : [];
  const entries = isObject(value) ? Object.entries(value) : [];
  const isByName = entries.every(([key]) => hostName(key) !== null);
  for (const [key, one] of entries) {
    const shown = isByName ? '<name>' : key;
    inner.push(...pathsIn(one, path === '' ? shown : `${path}.${shown}`));
  }
  return inner.length === 0 && path !== '' ? [path] : inner;
}

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

/** One line to type for all that was not found, with `<key>` in the places to fill. */
function lineToType({ context: { settings }, missing }: Examination): Finding | undefined {
  if (missing.size === 0) return undefined;
  const names = new Map([...missing].map((fact) => [fact, '<key>']));
  // The line replaces what is stated already.
  for (const [fact, key] of settings.preference('field-names')) {
    if (!names.has(fact)) names.set(fact, key);
  }
  const pairs = [...names].map((pair) => pair.join('=')).join(',');
  return {
    result: 'warning',
    found: `not found by a usual name: ${[...missing].join(', ')}`,
    next: settings.lineThatSets('field-names', pairs),
  };
}
