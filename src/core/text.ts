const plain = /^[\u0020-\u007e]*$/;

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Escapes what a terminal hides or takes for a command. Persian and emoji need joiners. */
export function safeText(text: string): string {
  if (plain.test(text)) return text;
  // The pattern is made only for texts that need it: compiling it takes a millisecond.
  const unsafe =
    /(?<=(?!\u061c)\p{scx=Arab})[\u200c\u200d](?=\p{Script=Arabic})|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})|([\p{Cc}\p{Cf}\p{DI}\u2028\u2029]|\p{Surrogate})/gu;
  return text.replace(unsafe, (kept, found) => (found === undefined ? kept : escaped(found)));
}

/** More characters of one cell or note would take long to lay out. */
const mostReadable = 2000;

export function readableText(text: string): string {
  const safe = safeText(text.slice(0, mostReadable + 1));
  if (safe.length <= mostReadable) return safe;
  return `${safe.slice(0, mostReadable).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Keeps what is written from right to left from reordering what stands beside it. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

export function safeJson(value: unknown): string {
  return safeText(wellFormedJson(value));
}

/** JSON without halves of surrogate pairs, which jq refuses even as escapes. */
export function wellFormedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return json.replace(/(\\\\)|\\ud[89a-f][\da-f]{2}/g, (_, backslash) => backslash ?? '\ufffd');
}

export function excerpt(text: string, length = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return safeText(line.length > length ? `${line.slice(0, length)}…` : line);
}

export function named(names: readonly string[], most = 3): string {
  const first = names.slice(0, most).join(', ');
  const more = names.length - most;
  return more > 0 ? `${first} and ${more} more` : first;
}

/** Letters and digits of a heading: `Due Date`, `due_date` and `dueDate` are all `duedate`. */
export function lettersOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Quotes a word for a POSIX shell only where it must, for hints that are commands. */
export function shellWord(word: string): string {
  const isPlain = /^[\w.,:@%+/-][\w.,:@%+/=-]*$/.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function escaped(text: string): string {
  const units = text.split('').map((unit) => {
    const digits = unit.charCodeAt(0).toString(16);
    return `\\u${digits.padStart(4, '0')}`;
  });
  return units.join('');
}
