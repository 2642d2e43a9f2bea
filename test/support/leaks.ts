/** Tells whether a text holds a secret, in plain or in a writing that anybody can undo. */
export function leaks(text: string, secret: string): boolean {
  const digits = text.toLowerCase().replace(/0x|[^\da-f]/g, '');
  if (digits.includes(Buffer.from(secret).toString('hex'))) return true;
  // A form writes a space as `+`.
  return isIn(text, secret) || isIn(text.replaceAll('+', ' '), secret);
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
  const runs = text.match(/[\w+/-]{8,}/g) ?? [];
  return runs.flatMap((run) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
  );
}

const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

function unescaped(text: string): string {
  const character = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return text
    .replace(/\\+u00([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/\\+(["'/\\])/g, '$1')
    .replace(/%([\da-f]{2})/gi, (_, hex) => character(hex))
    .replace(/&#x0*([\da-f]{2});/gi, (_, hex) => character(hex))
    .replace(/&#0*(\d{2,3});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&(quot|apos|lt|gt|amp);/g, (_, name) => entities[name] ?? '');
}
