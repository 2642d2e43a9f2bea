import { service } from './fixtures.ts';

const amounts = new Map([
  ['registration', '35.00'],
  ['renewal', '30.00'],
  ['transfer', '33.33'],
  ['restore', '120.00'],
]);

/** The service answers any quote for these tlds, a year as much as the other, and refuses others. */
export function prices(...tlds: string[]): void {
  service()
    .persist()
    .post('/api/v1/pricing')
    .reply(async (request: Request) => {
      const asked = JSON.parse(await request.text());
      if (!tlds.includes(asked.tld)) {
        const error = { code: 'unsupported_tld', message: 'not here' };
        return [422, { success: false, error }];
      }
      const data = { ...asked, amount: amounts.get(asked.action), currency: 'USD' };
      return [200, { success: true, data }];
    });
}
