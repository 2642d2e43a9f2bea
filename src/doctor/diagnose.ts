import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Client } from '../api/client.ts';
import { bareHost, connect, networkFailure, routeTo } from '../api/connect.ts';
import type { Answer } from '../api/envelope.ts';
import { factsIn } from '../api/nothing-found.ts';
import type { WithExtra } from '../api/reading/facts.ts';
import { hostName } from '../api/reading/values.ts';
import { Service } from '../api/service.ts';
import type { ApiRequest } from '../api/transport.ts';
import { dayOf } from '../core/dates.ts';
import { type DomainFact, domainFactNames } from '../core/facts.ts';
import { isObject } from '../core/json.ts';
import { rateText } from '../core/periods.ts';
import { named, safeText } from '../core/text.ts';
import { Failure, outcomes } from '../errors.ts';
import type { Style } from '../output/color.ts';
import type { Screen } from '../output/kind.ts';
import { wrapped } from '../output/measure.ts';
import { resolveHost } from '../platform/look-up.ts';
import type { System } from '../platform/surroundings.ts';
import { type Credentials, maskKey } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';

export interface Step {
  step: string;
  result: 'ok' | 'warning' | 'failed';
  found: string;
  next: string | null;
}

/** What the steps need of a run. */
interface Patient {
  settings: Settings;
  system: Pick<System, 'env' | 'runtime' | 'clock'>;
  account: { credentials(): Promise<Credentials>; client(): Promise<Client> };
}

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
  'rate-limit': ({ settings }) => rateText(settings.getPreference('rate-limit')),
};

const usualFacts: readonly DomainFact[] = ['domain', 'status', 'expiry', 'auto_renew'];

/** Steps that need a working connection, but not each other. */
const answered: Record<string, Test> = {
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
    needed: usualFacts,
    optional: domainFactNames.filter((fact) => !usualFacts.includes(fact)),
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

const namesStep = 'field-names';

export async function diagnose(patient: Patient) {
  const examining = examine(patient);
  const program = `dotaf ${version}, ${patient.system.runtime}`;
  const steps: Step[] = [{ step: 'program', ...findingOf(program) }];
  let exitCode: number = outcomes.answered;
  let isOver = false;
  for (const [step, test] of Object.entries({ ...way, ...answered })) {
    if (isOver) break;
    const outcome = await examining.then(test).catch(expected);
    steps.push({ step, ...findingOf(outcome) });
    if (!(outcome instanceof Failure)) continue;
    exitCode ||= outcome.exitCode;
    // A transient failure, such as a refusal for the rate limit, would meet the next request, too.
    isOver = step in way || outcome.details.retryable === true;
  }
  if (!isOver) steps.push(...lineToType(await examining));
  return { ok: exitCode === outcomes.answered, steps, exitCode };
}

function findingOf(outcome: string | Finding | Failure): Finding {
  if (typeof outcome === 'string') return { result: 'ok', found: outcome, next: null };
  if (!(outcome instanceof Failure)) return outcome;
  return { result: 'failed', found: outcome.message, next: outcome.record().hint };
}

const styles: Record<Step['result'], Style> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
};

/** Names of steps take 13 cells, and results 9: what was found begins at one edge. */
const edge = 13 + 9;

/** The line below is not wrapped, so that it can be copied. */
const beforeLine = '\nWhere a key that was not read holds it, fill it in and type:\n';

export async function stepsPage(steps: readonly Step[], screen: Screen): Promise<string> {
  let page = '';
  let end = '';
  for (const { step, result, found, next } of steps) {
    let says = safeText(found);
    if (step === namesStep) end = `${beforeLine}${next}\n`;
    else if (next !== null) says += `\nnext: ${safeText(next)}`;
    const lines = await wrapped(says, screen.columns - edge);
    const shown = lines.join('\n').replaceAll('\n', `\n${' '.repeat(edge)}`);
    const blanks = ' '.repeat(9 - result.length);
    page += `${step.padEnd(13)}${screen.paint(styles[result], result)}${blanks}${shown}\n`;
  }
  return page + end;
}

function expected(error: unknown): Failure {
  if (error instanceof Failure && error.code !== 'interrupted') return error;
  throw error;
}

/** Sends every request once, so that a fault is seen, not overcome. @throws Failure of settings */
async function examine({ settings, system, account }: Patient) {
  const credentials = await account.credentials();
  const route = routeTo(new URL(credentials.baseUrl), system.env);
  const client = await account.client();
  const answers = new Map<string, Answer>();
  const request = async (sent: ApiRequest) => {
    const answer = answers.get(sent.path) ?? (await client.request({ ...sent, noRetry: true }));
    answers.set(sent.path, answer);
    return answer;
  };
  // A warning may hold a value of the answer; the steps name what was not read.
  const service = new Service({ request }, async () => {}, settings.getPreference('field-names'));
  const connection = await connect(route, {
    timeoutMs: settings.getPreference('timeout') * 1000,
    clock: system.clock,
  })
    .then((socket) => {
      const text = tlsText(socket);
      socket.destroy();
      return text;
    })
    .catch((error) => networkFailure(error, route));
  return {
    settings,
    credentials,
    route,
    connection,
    request,
    answers,
    service,
    /** Facts that the answers seem to hold under other keys. */
    missing: new Set<string>(),
  };
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
  if (isIP(host)) return `${host} is an address, with no name to look up`;
  const found = await resolveHost(host).catch((error) => {
    throw networkFailure(error, route);
  });
  return `${host} is ${found.map(({ address }) => address).join(', ')}`;
}

/** A failure behind TCP is the proxy's doing, unless it is a certificate. */
function testTcp({ route, connection }: Examination): string {
  if (connection instanceof Failure && connection.details.retryable !== false) throw connection;
  return route.text;
}

function testTls({ connection }: Examination): string {
  if (connection instanceof Failure) throw connection;
  return connection;
}

/** Any envelope of the service will do; a later step shows what cannot be read in it. */
async function testCredentials({ credentials, request }: Examination): Promise<string> {
  await request({ method: 'GET', path: '/account/balance', operation: 'balance' });
  return `the service accepts the key ${maskKey(credentials.key)}`;
}

interface AnswerTest {
  path: string;
  data?: string;
  /** Its keys are known, and cannot be stated. */
  isDocumented?: true;
  list?: readonly string[];
  needed: readonly string[];
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
    const rows = await test.read(service).catch((error) => {
      if (!(error instanceof Failure) || error.code !== 'unexpected_response') throw error;
      const keys = keysFor([...list, ...needed], [answers.get(path)?.data]);
      throw error.with({ hint: next }, error.message + keys);
    });
    if (rows.length === 0) return 'the list is empty';
    const { sources } = service;
    const held = new Set(rows.flatMap(factsIn));
    const unread = facts.filter((fact) => !held.has(fact));
    const shown = facts
      .filter((fact) => held.has(fact))
      .map((fact) => {
        const key = sources[fact] ?? fact;
        return key === fact ? fact : `${fact} from ${key}`;
      });
    const says = unread.length === 0 ? '' : `; without a value: ${unread.join(', ')}`;
    const absent = unread.filter((fact) => !(fact in sources));
    const extras = rows.map(({ extra }) => extra);
    const found = `read: ${shown.join(', ')}${says}${keysFor(absent, extras)}`;
    if (shown.length === 0) throw new Failure('unexpected_response', found, { hint: next });
    return needed.every((fact) => held.has(fact)) ? found : { result: 'warning', found, next };
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

function lineToType({ settings, missing }: Examination): Step[] {
  if (missing.size === 0) return [];
  const asked = [...missing].map((fact) => [fact, '<key>']);
  // The line replaces what is stated already.
  const kept = [...settings.getPreference('field-names')].filter(([fact]) => !missing.has(fact));
  const pairs = [...asked, ...kept].map((pair) => pair.join('=')).join(',');
  const found = `not found by a usual name: ${[...missing].join(', ')}`;
  const next = settings.setCommandFor('field-names', pairs);
  return [{ step: namesStep, result: 'warning', found, next }];
}
