import type { ApiRequest } from '../api/transport.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { tidyName } from '../core/names.ts';
import { safeText } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { JsonFilter } from '../output/jq.ts';

interface RawFormat {
  jq: (() => Promise<JsonFilter>) | undefined;
  json: boolean;
  isTerminal: boolean;
}

const paths = {
  GET: ['/domains', '/account/balance', '/account/tier'],
  POST: ['/domains/check', '/pricing'],
} as const;

/** Those without a part of one's own; completion lists them. */
export const rawPaths: readonly string[] = [...paths.GET, ...paths.POST];

/** The reads of the API document, section 4, and nothing else. @throws Failure `usage` */
export function rawRequest(typed: string, body: JsonObject | undefined): ApiRequest {
  const bare = typed.trim().replace(/^\/+|\/+$/g, '');
  const path = `/${bare.replace(/^api\/v1(\/|$)/, '')}`;
  const method = body === undefined ? 'GET' : 'POST';
  const operation = `${method} ${path}`;
  if (paths[method].some((one) => one === path)) {
    return { method, path, operation, ...(body && { body }) };
  }
  const domain = method === 'GET' ? domainIn(path) : undefined;
  if (domain !== undefined) {
    return { method, path: `/domains/${domain}`, operation, subject: domain };
  }
  const manner = body === undefined ? 'without' : 'with';
  throw new Failure('usage', `'${typed}' is no path that dotaf reads ${manner} --data`, {
    hint: `the paths are ${paths.GET.join(', ')}, /domains/{domain}, and with --data ${paths.POST.join(', ')}`,
  });
}

/** The JSON object that a text is. */
export function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prints a text of JSON without reading its values, so that numbers keep their digits: in a pipe byte
 * for byte, on a terminal as safe lines, and on request on one line or filtered.
 *
 * @throws Failure `usage` for a bad filter, before there is a text
 */
export async function rawPrinter(
  format: RawFormat,
): Promise<(text: string) => string | Promise<string>> {
  const { json, jq, isTerminal } = format;
  if (jq !== undefined) return jq();
  if (json) return (text) => `${safeText(onOneLine(text))}\n`;
  if (!isTerminal) return (text) => text;
  // Answers are indented with tabs, too.
  return (text) =>
    `${text
      .trimEnd()
      .replaceAll('\r\n', '\n')
      .replace(/[^\n\t]+/g, safeText)}\n`;
}

function domainIn(path: string): string | undefined {
  const [, name] = /^\/domains\/([^/?#%:@]+\.[^/?#%:@]+)$/.exec(path) ?? [];
  const tidied = name === undefined ? undefined : tidyName(name);
  return tidied?.ok ? tidied.value.names[0] : undefined;
}

/** Drops the white space between the tokens of JSON, and none within a string. */
function onOneLine(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
