import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ApiClient } from '../api/client.ts';
import type { ClockCheck } from '../api/clock-check.ts';
import {
  getUnbracketedHostname,
  openConnection,
  resolveConnectionTarget,
  toNetworkError,
} from '../api/connect.ts';
import type { SuccessEnvelope } from '../api/envelope.ts';
import { getPresentAttributes } from '../api/missing-attributes.ts';
import type { WithExtraKeys } from '../api/parse/attributes.ts';
import { parseHostname } from '../api/parse/values.ts';
import { ApiService } from '../api/service.ts';
import type { ApiRequest } from '../api/transport.ts';
import { type DomainAttribute, domainAttributes } from '../core/api-vocabulary.ts';
import { describeRateLimit, toIsoDate } from '../core/dates.ts';
import { isJsonObject } from '../core/json.ts';
import { escapeForTerminal, joinNames } from '../core/text.ts';
import { CliError, exitCodes } from '../errors.ts';
import type { RenderContext } from '../output/field-list.ts';
import { type TextStyle, wrapText } from '../output/terminal-text.ts';
import { type Credentials, maskApiKey } from '../settings/credentials.ts';
import type { Settings } from '../settings/settings.ts';
import { resolveHost } from '../system/dns.ts';
import type { System } from '../system/system.ts';
import { version } from '../version.ts';

export interface DiagnosisStep {
  step: string;
  result: 'ok' | 'warning' | 'failed';
  found: string;
  next: string | null;
}

interface DoctorInput {
  settings: Settings;
  system: Pick<System, 'env' | 'runtime' | 'clock'>;
  account: { credentials(): Promise<Credentials>; client(): Promise<ApiClient> };
  clockCheck: ClockCheck;
}

type Finding = Omit<DiagnosisStep, 'step'>;

type DoctorContext = Awaited<ReturnType<typeof prepare>>;

/** Runs a diagnostic step and returns what it found. @throws a CliError if the step fails */
type StepCheck = (context: DoctorContext) => string | Finding | Promise<string | Finding>;

/** Diagnostic steps up to the first response, in order. Diagnosis stops at the first failure. */
const connectionSteps: Record<string, StepCheck> = {
  settings: ({ credentials: { source, key, baseUrl } }) =>
    `${source}, key ${maskApiKey(key)}, ${baseUrl}`,
  /** Behind a proxy, resolves only the proxy's name, because the proxy resolves the API's name. */
  async dns({ route }) {
    const host = getUnbracketedHostname(route.proxy ?? route.baseUrl);
    if (isIP(host)) return `${host} is an address, with no name to look up`;
    const addresses = await resolveHost(host).catch((error) => {
      throw toNetworkError(error, route);
    });
    return `${host} is ${addresses.map(({ address }) => address).join(', ')}`;
  },
  /** Ignores errors with `retryable: false`: they are TLS errors, which the `tls` step reports. */
  tcp({ route, connection }) {
    if (connection instanceof CliError && connection.details.retryable !== false) throw connection;
    return route.label;
  },
  tls({ connection }) {
    if (connection instanceof CliError) throw connection;
    return connection;
  },
  /** Only tests whether the API accepts the credentials; the `balance` step checks the response. */
  async credentials({ credentials, request }) {
    await request({ method: 'GET', path: '/account/balance', operation: 'balance' });
    return `the service accepts the key ${maskApiKey(credentials.key)}`;
  },
  'rate-limit': ({ settings }) => describeRateLimit(settings.getPreference('rate-limit')),
};

const usualAttributes: readonly DomainAttribute[] = ['domain', 'status', 'expiry', 'auto_renew'];

const otherAttributes = domainAttributes.filter(
  (attribute) => !usualAttributes.includes(attribute),
);

/** The domain name is a placeholder, because users may publish the output of `doctor`. */
const detailsPath = "/domains/'<domain>'";

/** Diagnostic steps after the first response. All of them run unless a transient error occurs. */
const answerSteps: Record<string, StepCheck> = {
  clock({ clockCheck: { problem, hasServerDate } }) {
    if (problem === undefined)
      return hasServerDate ? 'agrees with that of the service' : 'the service sends no date';
    throw new CliError('config', problem, { hint: 'correct the clock, since dates count from it' });
  },
  balance: createAttributesCheck({
    path: '/account/balance',
    isDocumented: true,
    required: ['account_number', 'balance', 'currency', 'active_domains'],
    optional: ['credit_limit'],
    read: async (service) => [await service.balance()],
  }),
  domains: createAttributesCheck({
    path: '/domains',
    unreadable: ['domains', ...usualAttributes],
    emptyMessage: 'the list is empty',
    // A list without expiry dates is fine if the domain details include them.
    required: ['domain'],
    optional: [...usualAttributes.slice(1), ...otherAttributes],
    read: async (service) => (await service.domains()).domains,
  }),
  details: createAttributesCheck({
    path: detailsPath,
    mayLackAttributes: true,
    emptyMessage: 'there is no domain to read',
    required: usualAttributes,
    optional: otherAttributes,
    async read(service) {
      // Ignore a domain list that cannot be parsed: the `domains` step reports it.
      const { domains } = await service.domains().catch(() => ({ domains: [] }));
      const name = domains.find(({ domain }) => domain !== null)?.domain;
      if (!name) return [];
      const domain = await service.domain(name).catch((error) => {
        if (!(error instanceof CliError)) throw error;
        throw error.with({}, error.message.replaceAll(name, '<domain>'));
      });
      return [domain];
    },
  }),
  tier: createAttributesCheck({
    path: '/account/tier',
    required: ['current_tier'],
    // Optional, because an account in the highest tier has no next tier.
    optional: ['next_tier', 'domains_needed'],
    read: async (service) => [await service.tier()],
  }),
  quote: createAttributesCheck({
    path: '/pricing',
    data: ` --data '{"tld":".af","action":"registration","years":1}'`,
    required: ['amount', 'currency'],
    optional: [],
    read: async (service) => [await service.quote('af', 'registration', 1)],
  }),
};

const fieldNamesStep = 'field-names';

export async function runDiagnosis(input: DoctorInput) {
  const preparation = prepare(input);
  const program = `dotaf ${version}, ${input.system.runtime}`;
  const steps: DiagnosisStep[] = [{ step: 'program', ...toFinding(program) }];
  let exitCode: number = exitCodes.success;
  let isStopped = false;
  for (const [step, check] of Object.entries({ ...connectionSteps, ...answerSteps })) {
    if (isStopped) break;
    const outcome = await preparation.then(check).catch((error) => {
      if (error instanceof CliError && error.code !== 'interrupted') return error;
      throw error;
    });
    steps.push({ step, ...toFinding(outcome) });
    if (!(outcome instanceof CliError)) continue;
    exitCode ||= outcome.exitCode;
    // Stop after a transient failure such as HTTP 429, since further requests would fail, too.
    // Continue after HTTP 500, which may be a bug in a single operation.
    const { retryable, status } = outcome.details;
    isStopped = step in connectionSteps || (retryable === true && status !== 500);
  }
  if (!isStopped) steps.push(...suggestOverrides(await preparation));
  return { ok: exitCode === exitCodes.success, steps, exitCode };
}

function toFinding(outcome: string | Finding | CliError): Finding {
  if (typeof outcome === 'string') return { result: 'ok', found: outcome, next: null };
  if (!(outcome instanceof CliError)) return outcome;
  return { result: 'failed', found: outcome.message, next: outcome.toRecord().hint };
}

const resultStyles: Record<DiagnosisStep['result'], TextStyle> = {
  ok: 'good',
  warning: 'warn',
  failed: 'bad',
};

const messageIndent = 13 + 9;

/** The command below this text is not wrapped, so that it can be copied. */
const overrideIntro =
  '\nFill in the key that was not read and holds it, or - if there is none, and type:\n';

export async function formatDiagnosis(steps: readonly DiagnosisStep[], render: RenderContext) {
  let text = '';
  let footer = '';
  for (const { step, result, found, next } of steps) {
    let message = escapeForTerminal(found);
    if (step === fieldNamesStep) footer = `${overrideIntro}${next}\n`;
    else if (next !== null) message += `\nnext: ${escapeForTerminal(next)}`;
    const lines = await wrapText(message, render.columns - messageIndent);
    const indentedText = lines.join('\n').replaceAll('\n', `\n${' '.repeat(messageIndent)}`);
    const padding = ' '.repeat(9 - result.length);
    text += `${step.padEnd(13)}${render.colorize(resultStyles[result], result)}${padding}${indentedText}\n`;
  }
  return text + footer;
}

/** Diagnostic requests are not retried, so that intermittent faults become visible. */
async function prepare({ settings, system, account, clockCheck }: DoctorInput) {
  const credentials = await account.credentials();
  const route = resolveConnectionTarget(new URL(credentials.baseUrl), system.env);
  const client = await account.client();
  const answers = new Map<string, SuccessEnvelope>();
  const request = async (apiRequest: ApiRequest) => {
    const path = apiRequest.domain === undefined ? apiRequest.path : detailsPath;
    const answer = answers.get(path) ?? (await client.request({ ...apiRequest, noRetry: true }));
    answers.set(path, answer);
    return answer;
  };
  // Discard parser warnings: they may quote account data, which `dotaf doctor` must not print.
  const service = new ApiService({ request }, () => {}, settings.getPreference('field-names'));
  const connection = await openConnection(route, {
    timeoutMs: settings.getPreference('timeout') * 1000,
    clock: system.clock,
  })
    .then((socket) => {
      const text = describeTls(socket);
      socket.destroy();
      return text;
    })
    .catch((error) => toNetworkError(error, route));
  return {
    settings,
    credentials,
    clockCheck,
    route,
    connection,
    request,
    answers,
    service,
    /** Attributes, such as `expiry`, that a response may contain under a key unknown to dotaf. */
    missing: new Set<string>(),
    /** Attributes found in one response need no override in `field-names` if another lacks them. */
    found: new Set<string>(),
  };
}

function describeTls(socket: Socket) {
  if (!(socket instanceof TLSSocket)) return 'plain http, which does not leave this machine';
  const validTo = Date.parse(socket.getPeerCertificate().valid_to);
  return `${socket.getProtocol()}, certificate valid until ${toIsoDate(validTo)}`;
}

interface AnswerCheck {
  path: string;
  data?: string;
  /** The API specification defines the keys, so users cannot override them in `field-names`. */
  isDocumented?: true;
  /** Attributes to report as missing if the response cannot be parsed; defaults to `required`. */
  unreadable?: readonly string[];
  emptyMessage?: string;
  /** If true, suggests `field-names` overrides even if the response has no unknown keys. */
  mayLackAttributes?: true;
  required: readonly string[];
  optional: readonly string[];
  read(service: ApiService): Promise<readonly WithExtraKeys[]>;
}

function createAttributesCheck({
  path,
  data = '',
  required,
  optional,
  unreadable = required,
  emptyMessage = '',
  isDocumented,
  mayLackAttributes,
  read,
}: AnswerCheck): StepCheck {
  const next = `dotaf api ${path}${data} shows the answer`;
  return async ({ answers, service, missing, found: foundAttributes }) => {
    const attributes = [...required, ...optional].filter(
      (attribute) => !service.isConfiguredAbsent(attribute),
    );
    const describeUnreadKeys = (
      unmappedAttributes: readonly string[],
      values: readonly unknown[],
    ) => {
      const paths = new Set(values.flatMap((value) => collectKeyPaths(value)));
      if (!isDocumented && (paths.size > 0 || mayLackAttributes))
        for (const attribute of unmappedAttributes) missing.add(attribute);
      if (unmappedAttributes.length === 0 || paths.size === 0) return '';
      return `; not read: ${joinNames([...paths], 20)}`;
    };
    const rows = await read(service).catch((error) => {
      if (!(error instanceof CliError) || error.code !== 'unexpected_response') throw error;
      const keys = describeUnreadKeys(unreadable, [answers.get(path)?.data]);
      throw error.with({ hint: next }, error.message + keys);
    });
    if (rows.length === 0) return emptyMessage;
    const presentAttributes = new Set(rows.flatMap(getPresentAttributes));
    if (!isDocumented) for (const attribute of presentAttributes) foundAttributes.add(attribute);
    const missingAttributes = attributes.filter((attribute) => !presentAttributes.has(attribute));
    const readAttributes = attributes
      .filter((attribute) => presentAttributes.has(attribute))
      .map((attribute) => {
        const key = service.attributeSources[attribute] ?? attribute;
        return key === attribute ? attribute : `${attribute} from ${key}`;
      });
    const suffix =
      missingAttributes.length === 0 ? '' : `; without a value: ${missingAttributes.join(', ')}`;
    const unmappedAttributes = missingAttributes.filter(
      (attribute) => !(attribute in service.attributeSources),
    );
    const extras = rows.map(({ extra }) => extra);
    const found = `read: ${readAttributes.join(', ')}${suffix}${describeUnreadKeys(unmappedAttributes, extras)}`;
    if (readAttributes.length === 0)
      throw new CliError('unexpected_response', found, { hint: next });
    const lacksRequired = missingAttributes.some(
      (attribute) => required.includes(attribute) && !foundAttributes.has(attribute),
    );
    return lacksRequired ? { result: 'warning', found, next } : found;
  };
}

/** Replaces keys that are domain names with `<name>`, because users may publish the output. */
function collectKeyPaths(value: unknown, path = ''): string[] {
  const paths = Array.isArray(value)
    ? value.flatMap((item) => collectKeyPaths(item, `${path}[]`))
    : [];
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const isKeyedByName = entries.every(([key]) => parseHostname(key) !== null);
  for (const [key, item] of entries) {
    const label = isKeyedByName ? '<name>' : key;
    paths.push(...collectKeyPaths(item, path === '' ? label : `${path}.${label}`));
  }
  return paths.length === 0 && path !== '' ? [path] : paths;
}

function suggestOverrides({ settings, missing, found }: DoctorContext): DiagnosisStep[] {
  const missingAttributes = [...missing].filter((attribute) => !found.has(attribute));
  if (missingAttributes.length === 0) return [];
  const added = missingAttributes.map((attribute) => `${attribute}=<key>`).join(',');
  const { source, value } = settings.getSetting('field-names');
  // Setting DOTAF_FIELD_NAMES replaces its entire value, so include the existing entries.
  const pairs = source === 'variable' ? `${value},${added}` : added;
  const message = `not found by a usual name: ${missingAttributes.join(', ')}`;
  const next = settings.setCommandFor('field-names', pairs);
  return [{ step: fieldNamesStep, result: 'warning', found: message, next }];
}
