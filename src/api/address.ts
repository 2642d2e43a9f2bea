import { Failure } from '../errors.ts';
import { isMarkup } from './refusal.ts';
import type { ApiReply, Transport } from './transport.ts';

/**
 * Sends one request without credentials.
 * @returns what speaks against the address, undefined if it is that of the service
 */
export async function doubtOfAddress(
  transport: Transport,
  address: string,
): Promise<string | undefined> {
  const request = { method: 'GET', path: '/account/balance', operation: 'balance' } as const;
  try {
    const reply = await transport.send(request);
    if (isOfService(reply)) return undefined;
    return `${address} answers, but not as the service does (HTTP ${reply.status})`;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

function isOfService({ status, text }: ApiReply): boolean {
  if ([400, 401, 403, 429].includes(status) && !isMarkup(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
