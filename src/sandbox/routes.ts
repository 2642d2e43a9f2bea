import {
  checkAvailability,
  listDomains,
  type Operation,
  quotePricing,
  readBalance,
  readTier,
  showDomain,
} from './operations.ts';
import { Refusal } from './refusal.ts';

interface Route {
  method: 'GET' | 'POST';
  path: string;
  operation: Operation;
}

interface MatchedRoute {
  route: Route;
  parameters: Record<string, string>;
}

export const basePath = '/api/v1';

/** Section 4 of the document; the first path that fits is the one, so `check` is no domain. */
const routes: Route[] = [
  { method: 'POST', path: '/domains/check', operation: checkAvailability },
  { method: 'POST', path: '/pricing', operation: quotePricing },
  { method: 'GET', path: '/domains', operation: listDomains },
  { method: 'GET', path: '/domains/{domain}', operation: showDomain },
  { method: 'GET', path: '/account/balance', operation: readBalance },
  { method: 'GET', path: '/account/tier', operation: readTier },
];

export function matchRoute(method: string, target: string): MatchedRoute {
  const [path = ''] = target.split('?');
  for (const route of routes) {
    const match = patternOf(route.path).exec(path);
    if (!match) continue;
    if (route.method === method) return { route, parameters: decoded(match.groups ?? {}) };
    const message = `${method} is not an operation here`;
    throw new Refusal(405, 'method_not_allowed', message, { Allow: route.method });
  }
  throw new Refusal(404, 'not_found', 'no such path');
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${basePath}${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new Refusal(400, 'invalid_path', 'the path is not percent-encoded UTF-8');
  }
}
