import type { ApiRequest } from '../api/transport.ts';
import { defineCommand } from '../cli/command.ts';
import { CompletableArgument, stringOption } from '../cli/options.ts';
import { parseDomainName } from '../core/domain-names.ts';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { escapeForTerminal } from '../core/text.ts';
import { usageError } from '../errors.ts';

const allowedPaths = {
  GET: ['/domains', '/account/balance', '/account/tier'],
  POST: ['/domains/check', '/pricing'],
} as const;

const allPaths = [...allowedPaths.GET, ...allowedPaths.POST];

export const apiCommand = defineCommand({
  summary: 'Send one request and print the raw answer',
  defineOptions: (cmd) =>
    cmd
      .addArgument(
        new CompletableArgument('<path>', `${allPaths.join(', ')} or /domains/{domain}`, allPaths),
      )
      .addOption(
        stringOption(
          '--data <json>',
          'the body of a POST to /domains/check or /pricing',
          parseJsonObject,
          'a JSON object in quotes, such as \'{"domain":"kabul.af","years":1}\'',
        ),
      ),
  outputKind: 'object',
  rejectsCron: true,

  async run(context, { data }, path) {
    const request = parseApiRequest(path, data);
    // Compile the jq filter before sending, so that a syntax error does not cost a request.
    const { filter } = await context.getFormat();
    const client = await context.account.client();
    const { text } = await client.sendWithRetry(request);
    if (filter) return { text: await filter(text) };
    if (!context.output.isTerminal) return { text };
    const lines = text.trimEnd().replaceAll('\r\n', '\n');
    return { text: `${lines.replace(/[^\n\t]+/g, escapeForTerminal)}\n` };
  },

  description: 'It sends GET, or POST with --data, and only to the paths of the API document.',
  examples: {
    'dotaf api /account/balance': 'one answer, as it came',
    "dotaf api /domains --jq '.data'": 'a part of the answer',
    'dotaf api /pricing --data \'{"tld":".af","action":"renewal","years":1}\'': 'with a body',
  },
});

function parseApiRequest(input: string, body: JsonObject | undefined): ApiRequest {
  const trimmedPath = input.trim().replace(/^\/+|\/+$/g, '');
  const path = `/${trimmedPath.replace(/^api\/v1(\/|$)/, '')}`;
  const method = body ? 'POST' : 'GET';
  const operation = `${method} ${path}`;
  const isAllowed = allowedPaths[method].some((allowed) => allowed === path);
  if (isAllowed) return { method, path, operation, ...(body && { body }) };
  const [, name = ''] = /^\/domains\/([^/?#%:@]+)$/.exec(path) ?? [];
  const domain = method === 'GET' ? parseDomainName(name) : undefined;
  if (domain) {
    return { method, path: `/domains/${domain}`, operation, domain };
  }
  const needsData = allowedPaths.POST.some((allowed) => allowed === path);
  throw usageError(
    needsData ? `${path} needs --data` : `'${input}' is no path that dotaf reads`,
    `the paths are ${allowedPaths.GET.join(', ')}, /domains/{domain}, and with --data ${allowedPaths.POST.join(', ')}`,
  );
}

function parseJsonObject(text: string) {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
