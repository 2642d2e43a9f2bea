import { expect, it } from 'vitest';
import { runE2eScript } from '../support/e2e-script.ts';

it('the built program passes the end-to-end script', async () => {
  const { actual, expected } = await runE2eScript();
  expect(actual).toEqual(expected);
});
