/** What a price can be for, in the words of the service. */
export const actions = ['registration', 'renewal', 'transfer', 'restore'] as const;

export type Action = (typeof actions)[number];

const synonyms = new Map<string, Action>([
  ['register', 'registration'],
  ['create', 'registration'],
  ['renew', 'renewal'],
  ['redemption', 'restore'],
]);

/** The service's word for an action, from any of the words people use for it. */
export function parseAction(text: string): Action | undefined {
  const word = text.trim().toLowerCase();
  return actions.find((action) => action === word) ?? synonyms.get(word);
}
