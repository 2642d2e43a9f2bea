const activeStatuses = 'active ok registered'.split(' ');

/** Statuses of domains that the account has lost, or is about to lose. */
const endedStatuses = `expired grace graceperiod cancelled canceled transferredaway transferredout
  fraud terminated deleted pendingdelete redemption redemptionperiod`.split(/\s+/);

/** Statuses of domains that may become active. */
const inactiveStatuses = `inactive suspended pending pendingregistration pendingcreate
  pendingtransfer`.split(/\s+/);

/** EPP locks, which domains in every state may have. */
const lockPattern = /^(client|server)(transfer|update|delete|renew)prohibited$/;

/** Maps normalized statuses to their spelling: `clientHold` and `CLIENT HOLD` have the same key. */
export function parseStatuses(text: string | null | undefined) {
  const statuses = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const normalized = part.toLowerCase().replace(/[\s_-]/g, '');
    if (normalized !== '') statuses.set(normalized, part.trim());
  }
  return statuses;
}

/**
 * Returns the class by which statuses are compared: `active`, `ended`, or the words themselves.
 * `isActive` is null if the words are not known.
 */
export function classifyStatus(text: string | null) {
  const statuses = [...parseStatuses(text).keys()];
  const words = statuses.filter((word) => !lockPattern.test(word));
  if (words.some((word) => endedStatuses.includes(word))) return { name: 'ended', isActive: false };
  if (statuses.length > 0 && words.every((word) => activeStatuses.includes(word)))
    return { name: 'active', isActive: true };
  const isInactive = words.some((word) => inactiveStatuses.includes(word));
  return { name: words.toSorted().join(), isActive: isInactive ? false : null };
}
