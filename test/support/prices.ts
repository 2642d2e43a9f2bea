import { service } from './fixtures.ts';

const amounts = {
  registration: '35.00',
  renewal: '30.00',
  transfer: '33.33',
  restore: '120.00',
};

type Asked = { tld: string; action: keyof typeof amounts; years: number };

/** The status and the body of a refusal, or the data of a quote. */
type Reply = [status: number, error: object | string] | object;

/** The service answers any quote for these tlds, and refuses others. @returns what was asked */
export function prices(...tlds: string[]): Asked[] {
  return quotes((asked) =>
    tlds.includes(asked.tld) ? {} : [422, { code: 'unsupported_tld', message: 'not here' }],
  );
}

/** The service answers quotes as `replyTo` says, a year as much as the other. @returns what was asked */
export function quotes(replyTo: (asked: Asked) => Reply): Asked[] {
  const all: Asked[] = [];
  service()
    .persist()
    .post('/api/v1/pricing')
    .reply(async (request: Request) => {
      const asked: Asked = JSON.parse(await request.text());
      all.push(asked);
      const reply = replyTo(asked);
      if (Array.isArray(reply)) return [reply[0], { success: false, error: reply[1] }];
      const data = { ...asked, amount: amounts[asked.action], currency: 'USD', ...reply };
      return [200, { success: true, data }];
    });
  return all;
}
