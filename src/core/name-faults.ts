const longestName = 253;

const longestLabel = 63;

/** Nearly every name; the rest of this file says what is wrong with the others. */
const faultless = /^(?=.{1,253}$)((?!-)[a-z0-9-]{1,63}(?<!-)\.)*(?!\d+$|-)[a-z0-9-]{1,63}(?<!-)$/;

/** A word before `:/` or `//` is not a host, however often it stands there. */
export const schemes = /^(?:(?:[a-z][a-z0-9+-]*)?(?::\/+|\/\/))+/i;

const characterNames: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line break',
  ',': 'a comma',
  ';': 'a semicolon',
  ':': 'a colon',
  _: 'an underscore',
  '*': 'an asterisk',
  '@': 'an @',
  '"': 'a quotation mark',
  "'": 'a quotation mark',
  '\\': 'a backslash',
};

/** Says what is wrong with a name that is in lower case and, but for what is wrong, in ASCII. */
export function faultOf(name: string): string | undefined {
  if (faultless.test(name)) return undefined;
  if (name.length > longestName) {
    return `is ${name.length} characters long, and ${longestName} is the most`;
  }
  const labels = name.split('.');
  // A strange character may be why a label looks empty or too long.
  const strange = /[\x00-\x7f]/.exec(name.replace(/[a-z0-9.-]/g, ''))?.[0];
  if (strange !== undefined) return `contains ${characterNames[strange] ?? `'${strange}'`}`;
  if (labels[0] === '') return 'begins with a dot';
  if (labels.includes('')) return 'has two dots in a row';
  const long = labels.find(({ length }) => length > longestLabel);
  if (long !== undefined) {
    return `has a label of ${long.length} characters, and ${longestLabel} is the most`;
  }
  if (labels.some((label) => label.startsWith('-'))) return 'has a label that begins with a hyphen';
  if (labels.some((label) => label.endsWith('-'))) return 'has a label that ends with a hyphen';
  if (!/^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  return labels.length === 4 ? 'is an IP address' : 'ends in a number, as only an IP address does';
}

/** Says what an input is that can be no name, whatever its characters. */
export function kindOf(input: string): string | undefined {
  const text = input.trim();
  if (text === '') return 'is empty';
  if (/^\.((com|net|org|edu|gov)\.)?[a-z]{2,3}$/i.test(text)) return 'is a top-level domain';
  if (/^[^\s@/:]+@[^\s@/]+$/.test(text)) return 'is an email address';
  if (/^\[?(?=.*:.*:)[\da-f:]+\]?$/i.test(text)) return 'is an IP address';
  const host = text.replace(schemes, '').replace(/[/?#].*$/su, '');
  if (host.includes('@')) return 'contains an @';
  if (/[،؛、，；]/u.test(host)) return 'contains a comma or a semicolon';
  // IDNA has A-labels for these, and nobody means them.
  if (/[“”„‟‘’‚‛«»‹›]/u.test(host)) return 'contains a quotation mark';
  return /[‐‑‒–—―−]/u.test(host) ? 'contains a dash that is no hyphen' : undefined;
}

/** The input without what people slip in: quotes, blanks, dots, underscores and hyphens at the edge. */
export function repaired(input: string): string {
  return input
    .trim()
    .toLowerCase()
    .replace(/^.*@/s, '')
    .replace(/["'`“”„‟‘’‚‛«»‹›<>()[\]\\\u00ad\u200b\u2060\ufeff]/gu, '')
    .replace(/[‐‑‒–—―−]/gu, '-')
    .replace(/\s*\.\s*/g, '.')
    .replace(/^\*?\.+/, '')
    .replace(/\.{2,}/g, '.')
    .replace(/_af$/, '.af')
    .replace(/_/g, '-')
    .replace(/(^|\.)-+/g, '$1')
    .replace(/-+(?=\.|$)/g, '');
}

/** The scripts of one label that are easily taken for each other: `Latin and Cyrillic`. */
export function mixedScripts(text: string): string | undefined {
  for (const label of text.split('.')) {
    const found = ['Latin', 'Cyrillic', 'Greek'].filter((script) =>
      new RegExp(`\\p{Script=${script}}`, 'u').test(label),
    );
    if (found.length > 1) return found.join(' and ');
  }
  return undefined;
}
