interface Reply {
  headers: Record<string, string>;
  /** Undefined where it cannot be shown without a credential. */
  text: string | undefined;
}

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

const replacement = '[redacted]';

/**
 * Takes credentials out of replies, should the service have sent them back. A text that holds one in
 * a form that anybody can undo is withheld. They went out in headers, so they are ASCII.
 */
export function redactor(credentials: readonly string[]): (reply: Reply) => Reply {
  const all = credentials.filter(({ length }) => length >= shortest);
  const traces: Traces = { plain: all.map(comparable), encoded: all.flatMap(encodedForms) };
  const redact = (text: string) => {
    const rest = withoutPlain(text, all);
    return holds(rest, traces) ? undefined : rest;
  };
  let cleanHeaders = '';
  return (reply) => {
    const { headers, text = '' } = reply;
    const values = Object.values(headers).join('\n');
    // Nearly all replies hold none of them, and repeat the last headers.
    if ((values === cleanHeaders || !holds(values, traces)) && !holds(text, traces)) {
      cleanHeaders = values;
      return reply;
    }
    const shown = Object.entries(headers).map(([name, value]) => {
      return [name, redact(value) ?? replacement];
    });
    return { headers: Object.fromEntries(shown), text: redact(text) };
  };
}

/** What to look for once all escapes are undone. */
interface Traces {
  plain: readonly string[];
  /** Letters and digits only, since dumps have separators, and mails break base64 into lines. */
  encoded: readonly string[];
}

function encodedForms(credential: string): string[] {
  const bytes = Buffer.from(credential);
  // Other text before it moves it to one of three places in a group of base64.
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [...base64, bytes.toString('hex'), [...bytes].join('')].map(lettersAndDigits);
}

/** Letters in either case are the same, as are `+` and a space, which forms write as `+`. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll('+', ' ');
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^a-z\d]+(?:0x)?/g, '');
}

function withoutPlain(text: string, credentials: readonly string[]): string {
  return credentials.reduce((result, credential) => {
    const source = credential.replace(/\W/g, (sign) => (/[ +]/.test(sign) ? '[ +]' : `\\${sign}`));
    return result.replace(new RegExp(source, 'gi'), replacement);
  }, text);
}

const mostReadings = 32;

function holds(text: string, { plain, encoded }: Traces): boolean {
  const readings = new Set([text]);
  for (const reading of readings) {
    const compared = comparable(reading);
    if (plain.some((one) => compared.includes(one))) return true;
    const squeezed = lettersAndDigits(compared);
    if (encoded.some((one) => squeezed.includes(one))) return true;
    for (const one of escapes) {
      if (!reading.includes(one.sign) || readings.size >= mostReadings) continue;
      readings.add(undo(one, reading));
    }
  }
  return false;
}

/** A way of writing characters: by a number, which is the first group, or by a name. */
interface Escape {
  sign: string;
  pattern: RegExp;
  base: number;
  names?: Readonly<Record<string, string>>;
}

/** Undone one by one in any order, since one may destroy what another would find. */
const escapes: readonly Escape[] = [
  {
    sign: '\\',
    pattern: /\\(?:(?:u00|u\{0*|x)([\da-f]{2})\}?|(["'/\\rnt]))/gi,
    base: 16,
    names: { '"': '"', "'": "'", '/': '/', '\\': '\\', r: '\r', n: '\n', t: '\t' },
  },
  { sign: '\\', pattern: /\\0?([01]?[0-7]{2})/g, base: 8 },
  { sign: '%', pattern: /%(?:u00)?([\da-f]{2})/gi, base: 16 },
  { sign: '&#', pattern: /&#x0*([\da-f]{2});?/gi, base: 16 },
  {
    sign: '&',
    pattern: /&(?:#0*(\d{2,3});?|(\w+);)/g,
    base: 10,
    names: { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', plus: '+', equals: '=' },
  },
  // quoted-printable, which also breaks lines
  { sign: '=', pattern: /=(?:([\da-f]{2})|(\r?\n))/gi, base: 16, names: { '\n': '', '\r\n': '' } },
];

function undo({ pattern, base, names = {} }: Escape, text: string): string {
  return text.replace(pattern, (found, number, name) =>
    number ? String.fromCharCode(Number.parseInt(number, base)) : (names[name] ?? found),
  );
}
