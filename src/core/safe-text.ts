/**
 * What could move the cursor, hide or reorder text: control characters, line separators, bidi
 * controls, invisible spaces and halves of surrogate pairs. The joiners of Persian stay.
 */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** What needs no look at each character: nearly everything. */
const plain = /^[\u0020-\u007e]*$/;

/** Text from outside, fit for one line of a terminal: everything unsafe is written as `\uXXXX`. */
export function safeText(text: string): string {
  return plain.test(text) ? text : text.replace(unsafe, escapeCharacter);
}

/** JSON on one line that no terminal can misread; parsing it gives the same value. */
export function safeJson(value: unknown): string {
  return safeText(JSON.stringify(value));
}

/** Text from outside, cut to what a message can carry. */
export function excerpt(text: string, length = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return safeText(line.length > length ? `${line.slice(0, length)}…` : line);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
