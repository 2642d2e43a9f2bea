interface Reply {
  headers: Record<string, string>;
  text: string | undefined;
}

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

const replacement = '[redacted]';

const mostReadings = 32;

/**
 * Takes credentials out of replies, should the service have sent them back. A text that holds one in
 * a form that anybody can undo is withheld. They went out in headers, so they are ASCII.
 */
export function redactor(credentials: readonly string[]): (reply: Reply) => Reply {
  const all = credentials.filter(({ length }) => length >= shortest);
  const plain = all.map(comparable);
  const encoded = all.flatMap(encodedForms);

  const holds = (text: string) => {
    const readings = new Set([text]);
    for (const reading of readings) {
      const compared = comparable(reading);
      if (plain.some((one) => compared.includes(one))) return true;
      const squeezed = lettersAndDigits(compared);
      if (encoded.some((one) => squeezed.includes(one))) return true;
      for (const [pattern, base] of escapes) {
        if (readings.size < mostReadings)
          readings.add(reading.replace(pattern, (...found) => unescaped(found, base)));
      }
    }
    return false;
  };

  const redact = (text: string) => {
    const rest = all.reduce((left, one) => left.replace(patternOf(one), replacement), text);
    return holds(rest) ? undefined : rest;
  };

  return (reply) => {
    const { headers, text } = reply;
    if (!holds([...Object.values(headers), text].join('\n'))) return reply;
    const shown = Object.entries(headers).map(([name, value]) => {
      return [name, redact(value) ?? replacement];
    });
    return { headers: Object.fromEntries(shown), text: text && redact(text) };
  };
}

/** Letters and digits only, since dumps have separators, and mails break base64 into lines. */
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

function patternOf(credential: string): RegExp {
  const source = credential.replace(/\W/g, (sign) => (/[ +]/.test(sign) ? '[ +]' : `\\${sign}`));
  return new RegExp(source, 'gi');
}

/** Undone one by one in any order, since one may destroy what another would find. */
const escapes: readonly (readonly [pattern: RegExp, base: number])[] = [
  [/\\(?:(?:u00|u\{0*|x)([\da-f]{2})\}?|(["'/\\rnt]))/gi, 16],
  [/%(?:u00)?([\da-f]{2})/gi, 16],
  [/&#x0*([\da-f]{2});?/gi, 16],
  [/&(?:#0*(\d{2,3});?|(\w+);)/g, 10],
];

const named: Readonly<Record<string, string>> = {
  ...{ '"': '"', "'": "'", '/': '/', '\\': '\\', r: '\r', n: '\n', t: '\t' },
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};

function unescaped([found = '', number, name]: readonly string[], base: number): string {
  return number ? String.fromCharCode(Number.parseInt(number, base)) : (named[name ?? ''] ?? found);
}
