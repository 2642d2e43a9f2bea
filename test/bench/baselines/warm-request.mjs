/*
 * Baseline: prints the latency of the second undici.request on a warm connection, in microseconds.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

const { profiles } = JSON.parse(readFileSync(`${process.env.DOTAF_HOME}/config.json`, 'utf8'));
const [{ base_url, key, secret }] = profiles;
const dispatcher = new Agent();

async function requestBalance() {
  const { body } = await request(`${base_url}/account/balance`, {
    dispatcher,
    headers: { 'x-service-key': key, 'x-service-secret': secret },
  });
  return body.json();
}

await requestBalance();
const start = process.hrtime.bigint();
await requestBalance();
process.stdout.write(`${(process.hrtime.bigint() - start) / 1000n}\n`);
await dispatcher.close();
