import type { RawReply } from './exchange.ts';

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

/** Takes credentials out of replies, should the service have sent them back, escaped or not. */
export function redactor(credentials: readonly string[]): (reply: RawReply) => RawReply {
  const spellings = credentials
    .filter((credential) => credential.length >= shortest)
    .flatMap((credential) => [
      credential,
      JSON.stringify(credential).slice(1, -1),
      encodeURIComponent(credential),
      encodeURIComponent(credential).replace(/%../g, (code) => code.toLowerCase()),
    ]);
  const forms = [...new Set(spellings)];
  const isIn = (text: string) => forms.some((form) => text.includes(form));
  const redact = (text: string) =>
    isIn(text) ? forms.reduce((result, form) => result.replaceAll(form, '[redacted]'), text) : text;
  return (reply) => {
    const { text, headers } = reply;
    if (!isIn([text, ...Object.values(headers)].join('\n')) && !text.includes('\\')) return reply;
    const entries = Object.entries(headers).map(([name, value]) => [name, redact(value)]);
    const plain = redactEscaped(redact(text), redact);
    return { ...reply, text: plain, headers: Object.fromEntries(entries) };
  };
}

/** JSON may write any character as `\uXXXX`, so the text is compared without such escapes. */
function redactEscaped(text: string, redact: (text: string) => string): string {
  if (!text.includes('\\')) return text;
  try {
    const plain = JSON.stringify(JSON.parse(text));
    const redacted = redact(plain);
    return redacted === plain ? text : redacted;
  } catch {
    return text;
  }
}
