import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { availabilityBody, mockService } from '../support/fixtures.ts';
import { runCli } from '../support/run-cli.ts';

it('rejected credentials end the run', async () => {
  const requestedNames: string[] = [];
  mockService()
    .persist()
    .post('/api/v1/domains/check')
    .reply(async (request: Request) => {
      const { domain } = JSON.parse(await request.text());
      if (domain === 'a.af') return [200, availabilityBody(domain)];
      if (domain === 'b.af') return [401, { success: false, error: { code: 'bad_secret' } }];
      requestedNames.push(domain);
      return [503, { success: false }];
    });
  const names = Array.from({ length: 40 }, (_, index) => `c${index}.af`);
  const session = await runCli(['check', 'a.af', 'b.af', ...names, '--json']);
  expect(session.stdout).toMatch(/^{"domain":"a\.af".*}\n$/);
  expect(session.stderr).toContain('"code":"unauthorized"');
  expect(session.stderr).toMatch(/^[^\n]*\n$/);
  expect(session.code).toBe(3);
  expect(requestedNames.length, 'no more than were under way').toBeLessThanOrEqual(14);
  const before = requestedNames.length;
  for (let turns = 0; turns < 200; turns += 1) await turn();
  const duplicates = requestedNames.filter(
    (name, index) => index >= before && requestedNames.indexOf(name) < index,
  );
  expect(duplicates, 'nothing is retried after the end').toEqual([]);
});
