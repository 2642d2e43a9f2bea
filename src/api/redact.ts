import type { ApiReply } from './transport.ts';

/** Shorter ones would take ordinary words with them. */
const shortest = 6;

/** Takes credentials out of a reply, should the service have sent them back, escaped or not. */
export function redactor(credentials: readonly string[]): (reply: ApiReply) => ApiReply {
  const spellings = credentials
    .filter((credential) => credential.length >= shortest)
    .flatMap((credential) => [
      credential,
      JSON.stringify(credential).slice(1, -1),
      encodeURIComponent(credential),
      encodeURIComponent(credential).replace(/%../g, (code) => code.toLowerCase()),
    ]);
  const forms = [...new Set(spellings)];
  const redact = (text: string) =>
    forms.reduce((result, form) => result.replaceAll(form, '[redacted]'), text);
  return (reply) => ({
    ...reply,
    text: redactEscaped(redact(reply.text), redact),
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, redact(value)]),
    ),
  });
}

/** A JSON text can spell any character as `\uXXXX`: it is compared in its plainest spelling. */
function redactEscaped(text: string, redact: (text: string) => string): string {
  if (!text.includes('\\')) return text;
  try {
    const plain = JSON.stringify(JSON.parse(text));
    const redacted = redact(plain);
    // What holds no credential is left to the letter.
    return redacted === plain ? text : redacted;
  } catch {
    return text;
  }
}
