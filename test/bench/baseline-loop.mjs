/* Baseline: a hand-written undici script with bounded concurrency that prints one line per name. */
import { readFileSync, writeSync } from 'node:fs';
import { Agent, request } from 'undici';

const [url, file, concurrency] = process.argv.slice(2);
const names = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const dispatcher = new Agent({ connections: Number(concurrency) });
let next = 0;

async function runWorker() {
  while (next < names.length) {
    const domain = names[next];
    next += 1;
    const { body } = await request(`${url}/domains/check`, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-service-key': 'key',
        'x-service-secret': 'secret',
      },
      body: JSON.stringify({ domain, years: 1 }),
    });
    const { data } = await body.json();
    writeSync(1, `${JSON.stringify(data)}\n`);
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, runWorker));
await dispatcher.close();
