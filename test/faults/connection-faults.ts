import { gzipSync } from 'node:zlib';
import {
  closeSocket,
  createHead,
  createReply,
  type Fault,
  resetSocket,
  type Step,
  staySilent,
} from './fault-server.ts';

const validBody = '{"success":true,"data":{}}';

/** @param message error message of `balance`, with HOST as placeholder for the service */
function createFaults(
  codes: readonly number[],
  message: string,
  answers: Record<string, readonly Step[]>,
): Fault[] {
  return Object.entries(answers).map(([name, answer]) => ({ name, answer, codes, message }));
}

const sizedHead = createHead('200 OK', { 'Content-Length': 100 });
const chunkedHead = createHead('200 OK', { 'Transfer-Encoding': 'chunked' });

export const connectionFaults: readonly Fault[] = [
  ...createFaults([5], 'no answer from HOST within 15 s', {
    'never answers': [staySilent],
    'sends one byte and is silent': ['H', staySilent],
    'is silent in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', staySilent],
    'is silent before the body': [sizedHead, staySilent],
    'is silent in the body': [sizedHead, '{"success"', staySilent],
    'is silent in a chunk': [chunkedHead, 'ff\r\n{', staySilent],
    'sends 1xx for ever': [
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500),
      staySilent,
    ],
  }),
  ...createFaults([5], 'HOST cannot be reached: it closed the connection', {
    'resets at once': [resetSocket],
    'resets in the headers': ['HTTP/1.1 200 OK\r\nContent-Ty', resetSocket],
    'resets in the body': [sizedHead, '{"success"', resetSocket],
  }),
  ...createFaults(
    [5],
    'HOST cannot be reached: it closed the connection before the answer was whole',
    {
      'closes at once': [closeSocket],
      'closes in the status line': ['HTTP/1.1 20', closeSocket],
      'closes in the body': [sizedHead, '{"success"', closeSocket],
      'closes in a chunk': [chunkedHead, 'ff\r\n{', closeSocket],
      'closes after a chunk': [chunkedHead, '1\r\n{\r\n', closeSocket],
      'promises more than it sends': [
        ...createReply('200 OK', validBody, { 'Content-Length': 999 }),
        closeSocket,
      ],
      'switches protocols': [
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
        closeSocket,
      ],
    },
  ),
  ...createFaults([5], 'balance: the answer was cut off on the way', {
    'closes in a body without a length': [createHead('200 OK'), '{"success":tr', closeSocket],
  }),
  ...createFaults([5], 'HOST cannot be reached: the connection failed', {
    'speaks SSH': ['SSH-2.0-OpenSSH_9.2\r\n', closeSocket],
    'speaks TLS': [Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46]), closeSocket],
    'speaks HTTP/2': [Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), closeSocket],
    'speaks HTTP/0.9': ['<html>hello</html>', closeSocket],
    'sends noise': [
      Buffer.from(Array.from({ length: 3500 }, (_, n) => (n * 151) % 256)),
      closeSocket,
    ],
    'sends no status': ['HTTP/1.1 \r\n\r\n', closeSocket],
    'sends a status in words': ['HTTP/1.1 okay\r\n\r\n', closeSocket],
    'sends a header without a colon': ['HTTP/1.1 200 OK\r\nhello\r\n\r\n', closeSocket],
    'sends a length that is no number': createReply('200 OK', validBody, {
      'Content-Length': 'long',
    }),
    'sends a negative length': createReply('200 OK', validBody, { 'Content-Length': -1 }),
    'sends chunks of garbage': [chunkedHead, 'zz\r\nhello\r\n'],
    'sends a chunk of an endless size': [chunkedHead, `${'f'.repeat(40)}\r\n{`],
  }),
  ...createFaults([5], 'HOST cannot be reached: UND_ERR_RES_CONTENT_LENGTH_MISMATCH', {
    'sends two lengths': [
      `${createHead('200 OK', { 'Content-Length': 5 }).slice(0, -2)}Content-Length: 26\r\n\r\n`,
      validBody,
    ],
    'sends an endless length': createReply('200 OK', validBody, {
      'Content-Length': '9'.repeat(40),
    }),
    'sends a length and chunks': createReply('200 OK', validBody, {
      'Transfer-Encoding': 'chunked',
    }),
  }),
  ...createFaults([5], 'HOST cannot be reached: UND_ERR_HEADERS_OVERFLOW', {
    'sends 100 kB of headers': [createHead('200 OK', { 'X-Long': 'x'.repeat(100_000) })],
    'sends 3,500 headers': [
      createHead(
        '200 OK',
        Object.fromEntries(Array.from({ length: 3500 }, (_, n) => [`X-Header-Number-${n}`, n])),
      ),
    ],
  }),
  ...createFaults([8], 'the service sent more than 1 MB', {
    'sends 3 MB': createReply('200 OK', `"${'x'.repeat(3_000_000)}"`),
    'sends 3 MB in chunks': [chunkedHead, `186a0\r\n${'x'.repeat(100_000)}\r\n`.repeat(30)],
  }),
  ...createFaults([8], 'balance: the answer is an empty body', {
    'sends nothing as a body': createReply('200 OK'),
    'sends 204': ['HTTP/1.1 204 No Content\r\n\r\n'],
    'sends 205': createReply('205 Reset Content'),
  }),
  // A body that does not match its headers may look like a lost connection or like no JSON.
  ...createFaults([5, 8], 'balance: the answer is something other than JSON', {
    'sends more than it promises': createReply('200 OK', validBody, { 'Content-Length': 5 }),
    'sends gzip': createReply('200 OK', gzipSync(validBody), { 'Content-Encoding': 'gzip' }),
    'sends gzip without saying so': createReply('200 OK', gzipSync(validBody)),
    'sends HTTP in HTTP': createReply('200 OK', `HTTP/1.1 200 OK\r\n\r\n${validBody}`),
  }),
];
