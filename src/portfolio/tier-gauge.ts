import type { Tier } from '../api/answers.ts';
import { extraPairs } from '../output/cells.ts';
import { picturePart } from '../output/parts.ts';
import type { Part } from '../output/views.ts';

interface Progress {
  has: number;
  needs: number;
}

const ownKey = /^(current|active|my|your|own)?(active|managed)?domains?(count|total)?$/;

const neededKey =
  /^(next(tier)?)?((min(imum)?|required|threshold|target)domains?(count)?|domains?(required|threshold|target)|threshold|target|required)$/;

/** Draws the progress to the next tier if the answer states the number of domains it takes. */
export function tierGauge(tier: Tier): Part {
  const progress = progressIn(tier);
  return picturePart(({ gauge }, pen) => {
    if (progress === undefined) return [];
    const { has, needs } = progress;
    const bar = {
      label: 'to the next tier',
      amount: String(has),
      text: `${has} of ${needs} domains`,
    };
    return gauge(bar, String(needs), pen);
  });
}

/** Undefined also where the numbers of the answer do not agree. */
function progressIn({ domains_needed, extra }: Tier): Progress | undefined {
  if (domains_needed === null || domains_needed === 0) return undefined;
  const has = numberIn(extra, ownKey);
  const needs = numberIn(extra, neededKey);
  const total = needs ?? (has === undefined ? undefined : has + domains_needed);
  if (total === undefined || total < domains_needed) return undefined;
  if (has !== undefined && has + domains_needed !== total) return undefined;
  return { has: total - domains_needed, needs: total };
}

function numberIn(extra: Tier['extra'], wanted: RegExp): number | undefined {
  const numbers = extraPairs(extra).flatMap(([key, text]) => {
    const name = key.toLowerCase().replace(/[^a-z]/g, '');
    return wanted.test(name) && /^\d{1,9}$/.test(text) ? Number(text) : [];
  });
  return new Set(numbers).size === 1 ? numbers[0] : undefined;
}
