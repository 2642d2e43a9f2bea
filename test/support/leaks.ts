/** Tells whether a text holds a secret, in plain or in a writing that anybody can undo. */
export function leaks(text: string, secret: string): boolean {
  const bytes = (text.match(/\d{1,3}(?:\s*,\s*\d{1,3})+/g) ?? []).map((list) =>
    Buffer.from(list.split(',').map(Number)).toString('latin1'),
  );
  if (bytes.some((one) => one.includes(secret))) return true;
  const digits = text.toLowerCase().replace(/0x|[^\da-f]/g, '');
  if (digits.includes(Buffer.from(secret).toString('hex'))) return true;
  // A form writes a space as `+`.
  const spaced = (one: string) => one.replaceAll('+', ' ');
  return isIn(text, secret) || [secret, spaced(secret)].some((one) => isIn(spaced(text), one));
}

function isIn(text: string, secret: string): boolean {
  let plain = text;
  for (let round = 0; round < 4; round += 1) {
    if (plain.toLowerCase().includes(secret.toLowerCase())) return true;
    if (base64Texts(plain).some((decoded) => decoded.includes(secret))) return true;
    plain = unescaped(plain);
  }
  return false;
}

function base64Texts(text: string): string[] {
  const runs = text.replace(/\s|\\[rn]/g, '').match(/[\w+/-]{8,}/g) ?? [];
  return runs.flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
  );
}

const entities: Record<string, string> = {
  ...{ quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', sol: '/', plus: '+', equals: '=' },
};

function unescaped(text: string): string {
  const character = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return text
    .replace(/=(?:\\r)?(?:\\n|\r?\n)/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/\\+0?([0-3]?[0-7]{2})(?![\da-f])/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    .replace(/%u00([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/\\+u00([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/\\+(["'/\\])/g, '$1')
    .replace(/%([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/&#x0*([\da-f]{2});?/gi, (_, hex) => character(hex))
    .replace(/&#0*(\d{2,3});?/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(quot|apos|lt|gt|amp|sol|plus|equals);/g, (_, name) => entities[name] ?? '');
}
