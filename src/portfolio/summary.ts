import type { Domain } from '../api/answers.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import { soonDays } from '../output/cells.ts';

/** `38 domains: 3 expired, 6 within 30 days, 6 of 9 without auto-renew (!)` */
export function expirySummary(domains: readonly Domain[], today: Day): string {
  const { length } = domains;
  const days = domains.flatMap(({ expiry }) =>
    expiry === null ? [] : [daysBetween(today, expiry)],
  );
  const expired = days.filter((left) => left < 0).length;
  const soon = days.filter((left) => left >= 0 && left <= soonDays).length;
  const unknown = length - days.length;
  const counted = `${length} ${length === 1 ? 'domain' : 'domains'}`;
  if (unknown === length) return `${counted}: the expiry is not known`;
  const near = domains.filter(
    ({ expiry }) => expiry !== null && daysBetween(today, expiry) <= soonDays,
  );
  const parts = [
    expired > 0 && `${expired} expired`,
    soon > 0 && `${soon} within ${soonDays} days`,
    near.length === 0 && `none expired or within ${soonDays} days`,
    ...renewalParts(near),
    unknown > 0 && `the expiry of ${unknown} is not known`,
  ];
  return `${counted}: ${parts.filter((part) => part !== false).join(', ')}`;
}

function renewalParts(near: readonly Domain[]): (string | false)[] {
  const off = near.filter(({ auto_renew }) => auto_renew === false).length;
  const unknown = near.filter(({ auto_renew }) => auto_renew === null).length;
  return [
    off > 0 && `${off} of ${near.length} without auto-renew (!)`,
    unknown > 0 && `the auto-renew of ${unknown} not known (?)`,
  ];
}
