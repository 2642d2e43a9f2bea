/**
 * What a terminal shows as nothing, or takes for a command: controls, line separators, bidi
 * controls, whatever is invisible by default (tags and variation selectors too), and halves of
 * surrogate pairs. Persian is written with joiners, and so are some emoji: those stay between them.
 */
const unsafe =
  /(?<=(?!\u061c)\p{scx=Arab})[\u200c\u200d](?=\p{Script=Arabic})|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})|([\p{Cc}\p{DI}\u2028\u2029\ufff9-\ufffb]|\p{Surrogate})/gu;

const plain = /^[\u0020-\u007e]*$/;

/** Makes text from outside fit for one line of a terminal. */
export function safeText(text: string): string {
  return plain.test(text)
    ? text
    : text.replace(unsafe, (kept, unsafeOne) =>
        unsafeOne === undefined ? kept : escaped(unsafeOne),
      );
}

export function safeTexts(texts: readonly string[]): string[] {
  return texts.map(safeText);
}

export function safeJson(value: unknown): string {
  return safeText(JSON.stringify(value));
}

export function excerpt(text: string, length = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return safeText(line.length > length ? `${line.slice(0, length)}…` : line);
}

/** Quotes for a POSIX shell where it must, for hints that are commands. */
export function shellWord(word: string): string {
  return /^[\w.,:@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** As in JSON: a character beyond the first 65,536 is a pair. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
