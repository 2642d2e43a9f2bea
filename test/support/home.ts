import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import nock from 'nock';
import { baseUrl, service, temporaryFolder } from './session.ts';

/** What a log-in stores. */
export const shop = {
  name: 'shop',
  base_url: baseUrl,
  key: 'key_of_the_shop',
  secret: 'secret_of_the_shop',
};

export const wholesale = {
  name: 'wholesale',
  base_url: baseUrl,
  key: 'key_of_the_wholesale',
  secret_command: 'echo secret_of_the_wholesale',
};

/** A folder for `DOTAF_HOME` that holds a config, as an object or as a text. */
export function homeWith(config?: object | string): { DOTAF_HOME: string } {
  const folder = temporaryFolder();
  if (config !== undefined) {
    mkdirSync(folder, { recursive: true });
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    writeFileSync(path.join(folder, 'config.json'), text, { mode: 0o600 });
  }
  return { DOTAF_HOME: folder };
}

export function textIn({ DOTAF_HOME }: { DOTAF_HOME: string }): string {
  return readFileSync(path.join(DOTAF_HOME, 'config.json'), 'utf8');
}

export function configIn(home: { DOTAF_HOME: string }) {
  return JSON.parse(textIn(home));
}

const account = {
  account_number: 'AF-1001',
  balance: '120.50',
  currency: 'USD',
  credit_limit: '50.00',
  active_domains: 42,
};

/** The service answers one balance request with these credentials alone. */
export function welcomes(key: string, secret: string): nock.Scope {
  const headers = { 'x-service-key': key, 'x-service-secret': secret };
  return nock('https://api.reseller.example', { reqheaders: headers })
    .get('/api/v1/account/balance')
    .reply(200, { success: true, data: account });
}

export function refuses(status: number, body: object): nock.Scope {
  return service().get('/api/v1/account/balance').reply(status, body);
}
