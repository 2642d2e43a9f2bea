import { createReply, type Fault } from './fault-server.ts';
import { createValidData } from './valid-data.ts';

const unreadableCodes = [8];
/** If the API document shows no format, dotaf may skip a value or reject the response. */
const lenientCodes = [0, 8];

const createJsonReply = (text: string | Buffer) => createReply('200 OK', text);

const createEnvelope = (text: string) => createJsonReply(`{"success":true,"data":${text}}`);

/** @param message error message of `balance` for each body */
function createBodyFaults(
  codes: readonly number[],
  bodies: Record<string, string | Buffer>,
  message?: string,
): Fault[] {
  return Object.entries(bodies).map(([name, text]) => ({
    name,
    answer: createJsonReply(text),
    codes,
    message,
  }));
}

function createDataFaults(
  codes: readonly number[],
  changes: Record<string, (data: string) => string>,
): Fault[] {
  return Object.entries(changes).map(([name, change]) => ({
    name,
    answer: (request) => createEnvelope(change(JSON.stringify(createValidData(request)))),
    codes,
  }));
}

const invalidValues: Record<string, string> = {
  'an object with toString': '{"toString":1,"valueOf":2,"toJSON":3}',
  'an object with a length': '{"length":4000000000,"then":1,"constructor":{"name":1}}',
  'an empty object': '{}',
  'an empty list': '[]',
  'a list in a list': '[[[[[[[[[[["x"]]]]]]]]]]]',
  'an empty text': '""',
  'a text of controls': '"\\u0000\\u001b[2J\\u009b31m\\u202e\\ufeff"',
  'half a character': '"\\ud800x\\udfff"',
  'a long text': `"${'long '.repeat(50_000)}"`,
  'a huge number': '1e400',
  'a tiny number': '-5e-324',
  'many digits': '9'.repeat(400),
  'minus zero': '-0',
  'a word for nothing': '"NaN"',
};

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

export const bodyFaults: readonly Fault[] = [
  ...createBodyFaults(
    unreadableCodes,
    { 'is blank': '   \n ' },
    'balance: the answer is an empty body',
  ),
  ...createBodyFaults(
    unreadableCodes,
    {
      'is NaN': 'NaN',
      'is JavaScript': '{success: true, data: {}}',
      'has single quotes': "{'success': true, 'data': {}}",
      'has a comma too much': '{"success":true,"data":{},}',
      'is two objects': '{"success":true,"data":{}}{"success":true}',
      'is in UTF-16': Buffer.from('{"success":true,"data":{}}', 'utf16le'),
      'is cut with its length': '{"success":true,"data":{"dom',
    },
    'balance: the answer is something other than JSON',
  ),
  ...createBodyFaults(
    unreadableCodes,
    {
      'is XML': '<?xml version="1.0"?><success>true</success>',
      'is a notice of PHP': '<br /><b>Notice</b>: Undefined index in /srv/api.php on line 3',
    },
    'balance: a web page answered in place of the service (HTTP 200)',
  ),
  ...createBodyFaults(unreadableCodes, {
    'is null': 'null',
    'is a number': '0',
    'is a text': '"success"',
    'is a list': '[]',
    'is an empty object': '{}',
    'is true': 'true',
    'has no data': '{"success":true}',
    'has null as data': '{"success":true,"data":"null"}',
    'has a number as data': '{"success":true,"data":1}',
    'has success as a text': '{"success":"true","data":{}}',
    'has success as a number': '{"success":1,"data":{}}',
    'has null as success': '{"success":null,"data":{}}',
    'has success as an object': '{"success":{"toString":1},"data":{}}',
    'has success in the prototype': '{"__proto__":{"success":true,"data":{}}}',
    'is deep': `{"success":true,"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'has a hundred thousand items': `{"success":true,"data":[${'1,'.repeat(100_000)}1]}`,
    'has twenty thousand keys': `{"success":true,"data":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`)}}}`,
  }),
  ...createBodyFaults([6], {
    'says no success in words': '{"success":"false","error":"\\u001b[31m"}',
    'says no success': '{"success":false}',
    'says no success and gives data': '{"success":false,"data":{"available":true}}',
    'says no success with a strange error':
      '{"success":false,"error":{"toString":1,"code":{},"message":[[]]}}',
  }),
  ...createDataFaults(lenientCodes, {
    'has keys twice': (data) => data.replace('{', '{"status":1,"amount":{},'),
    'has a prototype': (data) => data.replace('{', '{"__proto__":{"available":true},'),
    'has strange keys': (data) =>
      data.replace('{', '{"":1,"\\u0000":2,"constructor":3,"hasOwnProperty":4,"\\ud800":5,'),
    'has its data in a list': (data) => `[${data}]`,
    'has its data in two lists': (data) => `[[${data}]]`,
    'has its data twice in a list': (data) => `[${data},${data}]`,
    'has its data in data': (data) => `{"data":${data}}`,
    'has latin-1': (data) => data.replace('active', 'act\u00efve'),
  }),
  ...Object.entries(invalidValues).flatMap(([name, value]): Fault[] => [
    ...createDataFaults(lenientCodes, {
      [`has every value as ${name}`]: (data) =>
        data.replace(/:("[^"]*"|\d+|true|false)/g, `:${value}`),
      [`has more as ${name}`]: (data) => data.replace('{', `{"more":${value},`),
      [`has years as ${name}`]: (data) => data.replace('{', `{"years":${value},`),
    }),
    { name: `has data as ${name}`, answer: createEnvelope(value), codes: lenientCodes },
    {
      name: `has the error as ${name}`,
      answer: createReply(
        400,
        `{"success":false,"error":${value},"errors":${value},"code":${value}}`,
      ),
      codes: [6],
    },
  ]),
];

export const echoFaults: readonly Fault[] = [
  {
    name: 'a refusal with the secret',
    answer: ({ headers }) => {
      const { 'x-service-secret': secret = '', 'x-service-key': key = '' } = headers;
      const basic = Buffer.from(`${key}:${secret}`).toString('base64');
      const message = escapeJson(`${secret} ${encodeURIComponent(secret)} ${basic} ${key}`);
      return createReply(
        400,
        `{"success":false,"error":{"message":"${message}","code":"${escapeJson(secret)}"}}`,
      );
    },
    codes: [6],
  },
  {
    name: 'a page with all headers',
    answer: ({ headers }) =>
      createReply(500, `<pre>${JSON.stringify(headers)}</pre>`, { 'Content-Type': 'text/html' }),
    codes: [6],
  },
  {
    name: 'a redirect with the secret in it',
    answer: ({ headers }) =>
      createReply(302, '', { Location: `https://${headers['x-service-secret']}.example/` }),
    codes: [6],
  },
  {
    name: 'an id of the request that is the secret',
    answer: ({ headers }) =>
      createReply(422, '{"error":"x"}', { 'X-Request-Id': headers['x-service-secret'] ?? '' }),
    codes: [6],
  },
  {
    name: 'an answer with the secret among its data',
    answer: ({ headers, path, body: requestBody }) =>
      createJsonReply(
        JSON.stringify({
          success: true,
          data: { ...createValidData({ path, body: requestBody }), note: headers },
        }),
      ),
    codes: [0],
  },
];
