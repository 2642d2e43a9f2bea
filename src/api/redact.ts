import { boundedJson } from './bounds.ts';

interface Reply {
  headers: Record<string, string>;
  /** Undefined where it cannot be shown without a credential. */
  text: string | undefined;
}

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

const replacement = '[redacted]';

/**
 * Takes credentials out of replies, should the service have sent them back as they are or in a form
 * that anybody can undo. They went out in headers, so all their characters are ASCII.
 */
export function redactor(credentials: readonly string[]): (reply: Reply) => Reply {
  const forms = credentials.filter(({ length }) => length >= shortest).map(formsOf);
  const redact = (text: string) => {
    // Texts in JSON first, since they may begin with a backslash that is not the credential's.
    const inJson = text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => redactLiteral(literal, forms));
    const bare = withoutPlain(inJson, forms);
    return holds(bare, forms) ? undefined : bare;
  };
  return (reply) => {
    const { headers, text = '' } = reply;
    // Nearly all replies hold none of them, which one look tells.
    if (!holds(`${Object.values(headers).join('\n')}\n${text}`, forms)) return reply;
    const shown = Object.entries(headers).map(([name, value]) => {
      return [name, redact(value) ?? replacement];
    });
    return { headers: Object.fromEntries(shown), text: redact(text) };
  };
}

function redactLiteral(literal: string, forms: readonly Forms[]): string {
  if (!holds(literal, forms)) return literal;
  const value = boundedJson(literal);
  const bare = typeof value === 'string' ? withoutPlain(value, forms) : literal;
  return JSON.stringify(holds(bare, forms) ? replacement : bare);
}

interface Forms {
  credential: string;
  plain: string;
  hex: string;
  bytes: string;
  base64: readonly string[];
}

function formsOf(credential: string): Forms {
  const bytes = Buffer.from(credential);
  // Other text before it moves it to one of three places in a group of base64.
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const inUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return {
    credential,
    plain: comparable(credential),
    hex: bytes.toString('hex'),
    bytes: `,${[...bytes].join()},`,
    base64: [...new Set([...base64, ...inUrls])],
  };
}

/** Letters in either case are the same, as are `+` and a space, which forms write as `+`. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll('+', ' ');
}

function withoutPlain(text: string, forms: readonly Forms[]): string {
  return forms.reduce((result, { credential }) => {
    const source = credential.replace(/\W/g, (sign) => (/[ +]/.test(sign) ? '[ +]' : `\\${sign}`));
    return result.replace(new RegExp(source, 'gi'), replacement);
  }, text);
}

const mostReadings = 32;

function holds(text: string, forms: readonly Forms[]): boolean {
  const readings = new Set([text]);
  for (const reading of readings) {
    if (isIn(reading, forms)) return true;
    for (const one of escapes) {
      if (!reading.includes(one.sign) || readings.size >= mostReadings) continue;
      readings.add(undo(one, reading));
    }
  }
  return false;
}

function isIn(text: string, forms: readonly Forms[]): boolean {
  const plain = comparable(text);
  // Mails break base64 into lines.
  const unbroken = text.replace(/\s+/g, '');
  const hasDump = /[\da-f]{2,4}(?:[^\da-z]{1,5}(?:0x)?[\da-f]{2,4}){5}/.test(plain);
  const hex = hasDump ? plain.replace(/0x|[^\da-f]+/g, '') : '';
  const lists = /\d{2,3}(?:\s*,\s*\d{2,3}){5}/.test(text) ? text.split(/[^\d\s,]/) : [];
  const bytes = lists.map((list) => `,${list.replace(/\s/g, '')},`);
  return forms.some(
    (form) =>
      plain.includes(form.plain) ||
      plain.includes(form.hex) ||
      hex.includes(form.hex) ||
      form.base64.some((one) => unbroken.includes(one)) ||
      bytes.some((list) => list.includes(form.bytes)),
  );
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
