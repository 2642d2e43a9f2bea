/** Control characters, line separators, bidi controls, invisible spaces and halves of surrogate pairs. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

const plain = /^[\u0020-\u007e]*$/;

/** Makes text from outside fit for one line of a terminal. */
export function safeText(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe, escapeCharacter);
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

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
