import { boundedJson } from './bounds.ts';

interface Received {
  headers: Record<string, string>;
  text: string;
}

/** What may be shown of a reply; no text where it would show a credential. */
interface Shown extends Omit<Received, 'text'> {
  text: string | undefined;
}

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

const replacement = '[redacted]';

/**
 * Takes credentials out of replies, should the service have sent them back as they are or in a form
 * that anybody can undo. They went out in headers, so all their characters are ASCII.
 */
export function redactor(credentials: readonly string[]): (reply: Received) => Shown {
  const forms = credentials.filter(({ length }) => length >= shortest).map(formsOf);
  const redact = (text: string) => {
    if (!holds(text, forms)) return text;
    // Texts in JSON first, since they may begin with a backslash that is not the credential's.
    const rest = text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => redactLiteral(literal, forms));
    const bare = withoutPlain(rest, forms);
    return holds(bare, forms) ? undefined : bare;
  };
  return ({ headers, text }) => {
    // Nearly all replies hold none of them, which one look at all of a reply tells.
    if (!holds(`${Object.values(headers).join('\n')}\n${text}`, forms)) return { headers, text };
    const shown = Object.entries(headers).map(([name, value]) => [
      name,
      redact(value) ?? replacement,
    ]);
    return { headers: Object.fromEntries(shown), text: redact(text) };
  };
}

/** @param literal a text as JSON writes it */
function redactLiteral(literal: string, forms: readonly Forms[]): string {
  if (!holds(literal, forms)) return literal;
  const value = boundedJson(literal);
  const bare = typeof value === 'string' ? withoutPlain(value, forms) : literal;
  return JSON.stringify(holds(bare, forms) ? replacement : bare);
}

/** A credential as it is compared with what is found in a text. */
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
    bytes: `,${bytes.join()},`,
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

/** Readings of one text in several steps: enough for three escapes in one another. */
const mostReadings = 32;

function holds(text: string, forms: readonly Forms[]): boolean {
  const readings = new Set([text]);
  for (const reading of readings) {
    if (isIn(reading, forms)) return true;
    for (const [sign, undo] of decoders) {
      if (reading.includes(sign) && readings.size < mostReadings) readings.add(undo(reading));
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

/** Each undoes one way of writing, since one may destroy what another would find. */
const decoders: readonly [sign: string, undo: (text: string) => string][] = [
  ['\\', undoBackslashes],
  ['\\', undoOctal],
  ['%', undoPercent],
  ['&', undoEntities],
  ['=', undoQuotedPrintable],
];

function undoBackslashes(text: string): string {
  const backslashed = /\\(?:(?:u00|u\{0*|x)([\da-f]{2})\}?|(["'/\\rnt]))/gi;
  return text.replace(backslashed, (_, hex, sign) => {
    if (hex) return character(hex, 16);
    return /[rnt]/i.test(sign) ? '\n' : sign;
  });
}

function undoOctal(text: string): string {
  return text.replace(/\\0?([01]?[0-7]{2})/g, (_, octal) => character(octal, 8));
}

function undoPercent(text: string): string {
  return text.replace(/%(?:u00)?([\da-f]{2})/gi, (_, hex) => character(hex, 16));
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', plus: '+', equals: '=' },
};

function undoEntities(text: string): string {
  const entity = /&(?:#x0*([\da-f]{2});?|#0*(\d{2,3});?|([a-z]+);)/gi;
  return text.replace(entity, (found, hex, code, name) => {
    if (name) return entities[name] ?? found;
    return hex ? character(hex, 16) : character(code, 10);
  });
}

function undoQuotedPrintable(text: string): string {
  return text.replace(/=(?:\s*\n|([\da-f]{2}))/gi, (_, hex) => (hex ? character(hex, 16) : ''));
}

function character(code: string, base: number): string {
  return String.fromCharCode(Number.parseInt(code, base));
}
