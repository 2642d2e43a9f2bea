import { CliError } from '../errors.ts';
import type { ApiService } from './service.ts';

/**
 * Creates a function that returns an HTTP 403 error if it is about a single name. Sends one balance
 * request, whose error shows that the service rejects the credentials.
 * @returns undefined for any other error
 */
export function createForbiddenNameCheck(service: ApiService) {
  let balance: Promise<unknown> | undefined;
  return async (error: unknown) => {
    // A firewall's page also has status 403, but says nothing about the name.
    if (!(error instanceof CliError && error.code === 'unauthorized')) return undefined;
    if (error.details.status === 401) return undefined;
    balance ??= service.balance();
    await balance;
    return error;
  };
}
