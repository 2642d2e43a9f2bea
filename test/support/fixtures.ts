import nock from 'nock';

export const baseUrl = 'https://api.reseller.example/api/v1';

export const credentials = {
  DOTAF_BASE_URL: baseUrl,
  DOTAF_KEY: 'key_of_the_test_account',
  DOTAF_SECRET: 'secret_of_the_test_account',
};

export const balanceData = {
  account_number: 'AF-1001',
  balance: '120.50',
  currency: 'USD',
  credit_limit: '50.00',
  active_domains: 42,
};

export const balanceBody = JSON.stringify({ success: true, data: balanceData });

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

export function availabilityBody(domain: string, available = true): string {
  const status = available ? 'available' : 'taken';
  const pricing = { amount: '35.00', currency: 'USD' };
  return JSON.stringify({ success: true, data: { domain, status, available, pricing } });
}

export function mockService(): nock.Scope {
  return nock('https://api.reseller.example');
}

export function expectLogin(key: string, secret: string): nock.Scope {
  const headers = { 'x-service-key': key, 'x-service-secret': secret };
  return nock('https://api.reseller.example', { reqheaders: headers })
    .get('/api/v1/account/balance')
    .reply(200, { success: true, data: balanceData });
}

/** Mocks the request without credentials by which `auth login` tries a base URL. */
export function expectProbe(): nock.Scope {
  const badheaders = ['x-service-key', 'x-service-secret'];
  return nock('https://api.reseller.example', { badheaders })
    .get('/api/v1/account/balance')
    .reply(401, { success: false });
}

export function expectRejectedLogin(status: number, body: string | object): nock.Scope {
  return mockService().get('/api/v1/account/balance').reply(status, body);
}
