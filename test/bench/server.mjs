/* Benchmark server with a sliding window, answering as fast as possible; over https with TLS_KEY. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const [requests = 1e9, windowMs = 1000, latencyMs = 0] = process.argv.slice(2).map(Number);

let arrivals = [];
let rejectedCount = 0;

function admit(now) {
  if (requests >= 1e6) return true;
  arrivals = arrivals.filter((arrival) => now - arrival <= windowMs);
  if (arrivals.length >= requests) return false;
  arrivals.push(now);
  return true;
}

const { TLS_KEY, TLS_CERT } = process.env;

function answer(request, response) {
  const isAdmitted = admit(performance.now());
  if (!isAdmitted) rejectedCount += 1;
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const { domain = '' } = text === '' ? {} : JSON.parse(text);
    const data = request.url.endsWith('/account/balance')
      ? '{"success":true,"data":{"account_number":"RS-1","balance":"120.50","currency":"USD","credit_limit":"100.00","active_domains":12}}'
      : `{"success":true,"data":{"domain":"${domain}","status":"available","available":true,"pricing":{"amount":"44.40","currency":"USD"}}}`;
    const body = isAdmitted ? data : '{"success":false,"error":{"code":"rate_limited"}}';
    const send = () => {
      response.writeHead(isAdmitted ? 200 : 429, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    };
    if (latencyMs > 0) setTimeout(send, Math.random() * latencyMs);
    else send();
  });
}

const server =
  TLS_KEY === undefined
    ? createServer(answer)
    : createTlsServer({ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) }, answer);

server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => {
  process.stdout.write(`${rejectedCount}\n`);
  process.exit();
});
