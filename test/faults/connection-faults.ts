import { gzipSync } from 'node:zlib';
import { close, type Fault, head, reply, reset, type Step, silence } from './fault-server.ts';

const unreachable = [5];
const notUnderstood = [8];
/** Broken framing may look like a cut connection, or like a body that is not JSON. */
const broken = [5, 8];

const good = '{"success":true,"data":{}}';

function faults(codes: readonly number[], answers: Record<string, readonly Step[]>): Fault[] {
  return Object.entries(answers).map(([name, answer]) => ({ name, answer, codes }));
}

/** Faults of the connection and of the framing of HTTP. */
export const connectionFaults: readonly Fault[] = [
  ...faults(unreachable, {
    'closes at once': [close],
    'resets at once': [reset],
    'never answers': [silence],
    'sends one byte and is silent': ['H', silence],
    'closes in the status line': ['HTTP/1.1 20', close],
    'resets in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', reset],
    'is silent in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', silence],
    'is silent before the body': [head('200 OK', { 'Content-Length': 100 }), silence],
    'is silent in the body': [head('200 OK', { 'Content-Length': 100 }), '{"success"', silence],
    'is silent in a chunk': [
      head('200 OK', { 'Transfer-Encoding': 'chunked' }),
      'ff\r\n{',
      silence,
    ],
    'closes in the body': [head('200 OK', { 'Content-Length': 100 }), '{"success"', close],
    'resets in the body': [head('200 OK', { 'Content-Length': 100 }), '{"success"', reset],
    'closes in a body without a length': [head('200 OK'), '{"success":tr', close],
    'closes in a chunk': [head('200 OK', { 'Transfer-Encoding': 'chunked' }), 'ff\r\n{', close],
    'closes after a chunk': [
      head('200 OK', { 'Transfer-Encoding': 'chunked' }),
      '1\r\n{\r\n',
      close,
    ],
    'promises more than it sends': [...reply('200 OK', good, { 'Content-Length': 999 }), close],
    'speaks SSH': ['SSH-2.0-OpenSSH_9.2\r\n', close],
    'speaks TLS': [Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46]), close],
    'speaks HTTP/2': [Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), close],
    'speaks HTTP/0.9': ['<html>hello</html>', close],
    'sends noise': [Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 151) % 256)), close],
    'sends no status': ['HTTP/1.1 \r\n\r\n', close],
    'sends a status in words': ['HTTP/1.1 okay\r\n\r\n', close],
    'sends a header without a colon': ['HTTP/1.1 200 OK\r\nhello\r\n\r\n', close],
    'sends a length that is no number': reply('200 OK', good, { 'Content-Length': 'long' }),
    'sends a negative length': reply('200 OK', good, { 'Content-Length': -1 }),
    'sends two lengths': [
      `${head('200 OK', { 'Content-Length': 5 }).slice(0, -2)}Content-Length: 26\r\n\r\n`,
      good,
    ],
    'sends an endless length': reply('200 OK', good, { 'Content-Length': '9'.repeat(40) }),
    'sends a length and chunks': reply('200 OK', good, { 'Transfer-Encoding': 'chunked' }),
    'sends chunks of garbage': [
      head('200 OK', { 'Transfer-Encoding': 'chunked' }),
      'zz\r\nhello\r\n',
    ],
    'sends a chunk of an endless size': [
      head('200 OK', { 'Transfer-Encoding': 'chunked' }),
      `${'f'.repeat(40)}\r\n{`,
    ],
    'sends 100 kB of headers': [head('200 OK', { 'X-Long': 'x'.repeat(100_000) })],
    'sends 5,000 headers': [
      head(
        '200 OK',
        Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`X-Header-Number-${n}`, n])),
      ),
    ],
    'sends 1xx for ever': ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500), silence],
    'switches protocols': [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      close,
    ],
  }),
  ...faults(notUnderstood, {
    'sends gzip': reply('200 OK', gzipSync(good), { 'Content-Encoding': 'gzip' }),
    'sends a bomb': reply('200 OK', gzipSync('0'.repeat(5_000_000)), {
      'Content-Encoding': 'gzip',
    }),
    'sends an unknown encoding': reply('200 OK', good, { 'Content-Encoding': 'zstd, rot13' }),
    'sends 3 MB': reply('200 OK', `"${'x'.repeat(3_000_000)}"`),
    'sends 3 MB in chunks': [
      head('200 OK', { 'Transfer-Encoding': 'chunked' }),
      `186a0\r\n${'x'.repeat(100_000)}\r\n`.repeat(30),
    ],
    'sends nothing as a body': reply('200 OK'),
    'sends 204': ['HTTP/1.1 204 No Content\r\n\r\n'],
    'sends 205': reply('205 Reset Content'),
  }),
  ...faults(broken, {
    'sends more than it promises': reply('200 OK', good, { 'Content-Length': 5 }),
    'sends gzip without saying so': reply('200 OK', gzipSync(good)),
    'sends HTTP in HTTP': reply('200 OK', `HTTP/1.1 200 OK\r\n\r\n${good}`),
  }),
];
