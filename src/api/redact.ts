import type { RawReply } from './exchange.ts';

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

const replacement = '[redacted]';

/** The last is that of mails, which also break lines with it. */
const escapes = String.raw`[%&\\]|=(?:[\da-f]{2}|\r?\n)`;
const hasEscapes = new RegExp(escapes, 'i');

/**
 * Takes credentials out of replies, should the service have sent them back in whatever writing. They
 * went out in headers, so all their characters are printable ASCII, and each is one byte.
 */
export function redactor(credentials: readonly string[]): (reply: RawReply) => RawReply {
  const spellings = credentials.filter((one) => one.length >= shortest).map(spellingsOf);
  const every = spellings.flatMap(({ plain, encoded }) => [plain, ...encoded]);
  // Nearly all replies hold none of them, and are told from the others by one look.
  const suspect = new RegExp([escapes, ...every.map(({ source }) => source)].join('|'), 'i');
  const redact = (text: string) => {
    const isEscaped = hasEscapes.test(text);
    const patterns = spellings.flatMap(({ plain, escaped, encoded }) => [
      isEscaped ? escaped : plain,
      ...encoded,
    ]);
    return patterns.reduce((result, pattern) => result.replace(pattern, replacement), text);
  };
  return (reply) => {
    const values = Object.values(reply.headers);
    if (!suspect.test(`${values.join('\n')}\n${reply.text}`)) return reply;
    const entries = Object.entries(reply.headers).map(([name, value]) => [name, redact(value)]);
    return { ...reply, text: redact(reply.text), headers: Object.fromEntries(entries) };
  };
}

interface Spellings {
  plain: RegExp;
  /** Finds the plain one, too, and takes longer. */
  escaped: RegExp;
  encoded: readonly RegExp[];
}

/** Quoted-printable text goes on in the next line, also as JSON writes that. */
const softBreak = String.raw`(?:=(?:\r?\n|(?:\\r)?\\n))?`;

function spellingsOf(credential: string): Spellings {
  const bytes = Buffer.from(credential);
  const hex = [...bytes].map((byte) => byte.toString(16));
  return {
    plain: new RegExp([...credential].map(literal).join(''), 'gi'),
    escaped: new RegExp([...credential].map(inEveryEscape).join(softBreak), 'gi'),
    encoded: [
      new RegExp(hex.join('\\W{0,2}(?:0x)?'), 'gi'),
      new RegExp(`${[...bytes].join('\\s*,\\s*')}(?!\\d)`, 'g'),
      base64Pattern(bytes),
    ],
  };
}

const entityNames: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '+': 'plus',
  '=': 'equals',
};

/** JSON doubles those of the JSON within it; without a bound, a long run would take hours. */
const slashes = String.raw`\\{0,15}`;

/** A character as JSON, URLs, forms and HTML may write it, once or several times over. */
function inEveryEscape(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = entityNames[character];
  const ways = [
    String.raw`\\${slashes}(?:(?:u00|u\{0{0,4}|x)${hex}\}?|0?${code.toString(8)})`,
    `%(?:25)*(?:u00)?${hex}`,
    `=${hex}`,
    `&(?:amp;)*(?:#0{0,6}${code};?|#x0{0,6}${hex};?${name === undefined ? '' : `|${name};`})`,
    // The last, since `&` and `%` begin their own escapes.
    `${/["'/\\]/.test(character) ? slashes : ''}${literal(character)}`,
  ];
  return `(?:${ways.join('|')})`;
}

/** Base64 of any text that holds the bytes: they may start at each of three places in a group. */
function base64Pattern(bytes: Buffer): RegExp {
  const inner = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return [...text.slice(start, end)].map(base64Character).join(lineBreak);
  });
  // The characters before and after hold some bits of the credential, too.
  return new RegExp(String.raw`(?:(?<!\\)[\w+/-])?(?:${inner.join('|')})[\w+/-]?={0,2}`, 'g');
}

/** Mails break long base64 into lines. */
const lineBreak = String.raw`(?:\s|\\[rn])*`;

/** Also as base64url, and as PHP and URLs escape it. */
function base64Character(character: string): string {
  if (character === '+') return String.raw`(?:\+|-|%(?:25)*2[Bb]|\\${slashes}u002[Bb])`;
  if (character === '/') return String.raw`(?:${slashes}/|_|%(?:25)*2[Ff]|\\${slashes}u002[Ff])`;
  return character;
}

function literal(character: string): string {
  // A form writes a space as `+`, and takes a `+` for a space.
  if (character === ' ' || character === '+') return '[ +]';
  return character.replace(/[$()*+.?[\\\]^{|}/-]/, String.raw`\$&`);
}
