/* Baseline: stored credentials, one request through built-in fetch, one line of output. */
import { readFileSync } from 'node:fs';

const { profiles } = JSON.parse(readFileSync(`${process.env.DOTAF_HOME}/config.json`, 'utf8'));
const [{ base_url, key, secret }] = profiles;
const response = await fetch(`${base_url}/account/balance`, {
  headers: { 'x-service-key': key, 'x-service-secret': secret },
});
const { data } = await response.json();
process.stdout.write(`${JSON.stringify(data)}\n`);
