/** Shorter ones would take ordinary words with them. */
const shortest = 6;

interface Sent {
  text: string;
  headers: Record<string, string>;
}

/** Takes credentials out of a reply, should the service have sent them back, escaped or not. */
export function redactor(
  credentials: readonly string[],
): <Reply extends Sent>(reply: Reply) => Reply {
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
    // Nearly always there is nothing to take out, and one look is enough to know.
    if (!isIn([text, ...Object.values(headers)].join('\n')) && !text.includes('\\')) return reply;
    const entries = Object.entries(headers).map(([name, value]) => [name, redact(value)]);
    return {
      ...reply,
      text: redactEscaped(redact(text), redact),
      headers: Object.fromEntries(entries),
    };
  };
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
