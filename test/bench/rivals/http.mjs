/* The same with node:http. */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';

const { profiles } = JSON.parse(readFileSync(`${process.env.DOTAF_HOME}/config.json`, 'utf8'));
const [{ base_url, key, secret }] = profiles;
const headers = { 'x-service-key': key, 'x-service-secret': secret };
get(`${base_url}/account/balance`, { headers }, async (response) => {
  const chunks = await response.toArray();
  process.stdout.write(`${JSON.stringify(JSON.parse(Buffer.concat(chunks)).data)}\n`);
});
