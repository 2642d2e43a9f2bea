import { gzipSync } from 'node:zlib';
import { close, type Fault, head, reply, reset, type Step, silence } from './fault-server.ts';

const good = '{"success":true,"data":{}}';

/** @param says what `balance` says, in which HOST stands for the service */
function faults(
  codes: readonly number[],
  says: string,
  answers: Record<string, readonly Step[]>,
): Fault[] {
  return Object.entries(answers).map(([name, answer]) => ({ name, answer, codes, says }));
}

const sized = head('200 OK', { 'Content-Length': 100 });
const chunked = head('200 OK', { 'Transfer-Encoding': 'chunked' });

/** Faults of the connection and of the framing of HTTP, by how they end a request. */
export const connectionFaults: readonly Fault[] = [
  ...faults([5], 'no answer from HOST within 15 s', {
    'never answers': [silence],
    'sends one byte and is silent': ['H', silence],
    'is silent in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', silence],
    'is silent before the body': [sized, silence],
    'is silent in the body': [sized, '{"success"', silence],
    'is silent in a chunk': [chunked, 'ff\r\n{', silence],
    'sends 1xx for ever': ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500), silence],
  }),
  ...faults([5], 'HOST cannot be reached: it closed the connection', {
    'resets at once': [reset],
    'resets in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', reset],
    'resets in the body': [sized, '{"success"', reset],
  }),
  ...faults([5], 'HOST cannot be reached: it closed the connection before the answer was whole', {
    'closes at once': [close],
    'closes in the status line': ['HTTP/1.1 20', close],
    'closes in the body': [sized, '{"success"', close],
    'closes in a chunk': [chunked, 'ff\r\n{', close],
    'closes after a chunk': [chunked, '1\r\n{\r\n', close],
    'promises more than it sends': [...reply('200 OK', good, { 'Content-Length': 999 }), close],
    'switches protocols': [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      close,
    ],
  }),
  ...faults([5], 'balance: the answer was cut off on the way', {
    'closes in a body without a length': [head('200 OK'), '{"success":tr', close],
  }),
  ...faults([5], 'HOST cannot be reached: the connection failed', {
    'speaks SSH': ['SSH-2.0-OpenSSH_9.2\r\n', close],
    'speaks TLS': [Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46]), close],
    'speaks HTTP/2': [Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), close],
    'speaks HTTP/0.9': ['<html>hello</html>', close],
    'sends noise': [Buffer.from(Array.from({ length: 3500 }, (_, n) => (n * 151) % 256)), close],
    'sends no status': ['HTTP/1.1 \r\n\r\n', close],
    'sends a status in words': ['HTTP/1.1 okay\r\n\r\n', close],
    'sends a header without a colon': ['HTTP/1.1 200 OK\r\nhello\r\n\r\n', close],
    'sends a length that is no number': reply('200 OK', good, { 'Content-Length': 'long' }),
    'sends a negative length': reply('200 OK', good, { 'Content-Length': -1 }),
    'sends chunks of garbage': [chunked, 'zz\r\nhello\r\n'],
    'sends a chunk of an endless size': [chunked, `${'f'.repeat(40)}\r\n{`],
  }),
  ...faults([5], 'HOST cannot be reached: UND_ERR_RES_CONTENT_LENGTH_MISMATCH', {
    'sends two lengths': [
      `${head('200 OK', { 'Content-Length': 5 }).slice(0, -2)}Content-Length: 26\r\n\r\n`,
      good,
    ],
    'sends an endless length': reply('200 OK', good, { 'Content-Length': '9'.repeat(40) }),
    'sends a length and chunks': reply('200 OK', good, { 'Transfer-Encoding': 'chunked' }),
  }),
  ...faults([5], 'HOST cannot be reached: UND_ERR_HEADERS_OVERFLOW', {
    'sends 100 kB of headers': [head('200 OK', { 'X-Long': 'x'.repeat(100_000) })],
    'sends 3,500 headers': [
      head(
        '200 OK',
        Object.fromEntries(Array.from({ length: 3500 }, (_, n) => [`X-Header-Number-${n}`, n])),
      ),
    ],
  }),
  ...faults([8], 'the service sent more than 1 MB', {
    'sends 3 MB': reply('200 OK', `"${'x'.repeat(3_000_000)}"`),
    'sends 3 MB in chunks': [chunked, `186a0\r\n${'x'.repeat(100_000)}\r\n`.repeat(30)],
  }),
  ...faults([8], 'balance: the answer is an empty body', {
    'sends nothing as a body': reply('200 OK'),
    'sends 204': ['HTTP/1.1 204 No Content\r\n\r\n'],
    'sends 205': reply('205 Reset Content'),
  }),
  // Broken framing may look like a cut connection, or like a body that is not JSON.
  ...faults([5, 8], 'balance: the answer is something other than JSON', {
    'sends more than it promises': reply('200 OK', good, { 'Content-Length': 5 }),
    'sends gzip': reply('200 OK', gzipSync(good), { 'Content-Encoding': 'gzip' }),
    'sends gzip without saying so': reply('200 OK', gzipSync(good)),
    'sends HTTP in HTTP': reply('200 OK', `HTTP/1.1 200 OK\r\n\r\n${good}`),
  }),
];
