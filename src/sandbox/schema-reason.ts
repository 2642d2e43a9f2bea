import type { core } from 'zod/mini';

/** The first thing wrong, with its path: `domains[3].expiry: must be a day, such as …`. */
export function firstReason([issue]: readonly core.$ZodIssue[]): string {
  if (issue === undefined) return 'is not an account';
  const unknownField = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = pathOf([...issue.path, ...unknownField]);
  return path === '' ? messageOf(issue) : `${path}: ${messageOf(issue)}`;
}

const kinds: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a whole number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

function pathOf(keys: readonly PropertyKey[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function messageOf(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a known field';
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}
