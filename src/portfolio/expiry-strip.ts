import type { Domain } from '../api/answers.ts';
import { addSpan, type Day, daysBetween } from '../core/dates.ts';
import { picturePart } from '../output/parts.ts';
import type { Part } from '../output/views.ts';

/** A shorter strip tells no more than the table does. */
const fewestWeeks = 6;

const mostWeeks = 104;

const nearWeeks = 4;

/** The weeks to come, each as high as the number of domains that expire in it. */
export function expiryStrip(domains: readonly Domain[], today: Day): Part {
  return picturePart(({ weekStrip }, pen) => {
    const days = domains
      .flatMap(({ expiry }) => expiry ?? [])
      .map((day) => daysBetween(today, day));
    const left = days.filter((day) => day >= 0).map((day) => Math.floor(day / 7));
    const last = left.reduce((one, other) => Math.max(one, other), -1);
    const length = Math.min(last + 1, mostWeeks, pen.columns);
    if (length < fewestWeeks) return [];
    const weeks = Array.from({ length }, (_, week) => ({
      count: left.filter((one) => one === week).length,
      style: week <= nearWeeks ? ('warn' as const) : ('plain' as const),
    }));
    const shown = left.filter((week) => week < length).length;
    const most = Math.max(...weeks.map(({ count }) => count));
    const end = addSpan(today, { days: length * 7 - 1, months: 0 });
    const others = [
      [days.length - left.length, 'already expired'],
      [left.length - shown, 'later'],
      [domains.length - days.length, 'not known'],
    ] as const;
    const beside = others.filter(([count]) => count > 0).map((pair) => pair.join(' '));
    return weekStrip(
      weeks,
      today,
      [
        `a cell a week until ${end}: ${shown} expire, at most ${most} a week`,
        ...(beside.length === 0 ? [] : [beside.join(', ')]),
      ],
      pen,
    );
  });
}
