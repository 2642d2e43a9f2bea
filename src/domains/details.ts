import { nothingFound } from '../api/nothing-found.ts';
import type { Service } from '../api/service.ts';
import { inOrder } from '../check/in-order.ts';
import type { ListedName } from '../check/lists.ts';
import { invalidRow } from '../check/names.ts';
import { type NoticeQueue, warning } from '../core/notices.ts';
import { rowOf } from '../output/row.ts';
import { isStated } from './list.ts';

/** Reads each domain by itself, and warns of an answer without any fact. */
export function askDetails(
  service: Service,
  names: readonly ListedName[],
  isBulk: boolean,
  notices: NoticeQueue,
) {
  const answer = (name: ListedName) =>
    rowOf({ domain: name.text }, async () => {
      const domain = await service.domain(name.text, isBulk);
      if (!isStated(domain)) {
        const failure = nothingFound(`${name.text}: the answer has no fact of a domain`, [domain]);
        notices.add(warning(failure.message));
      }
      return domain;
    });
  return inOrder(names, { limit: 6 }, async (name) =>
    name.reason === undefined ? answer(name) : invalidRow(name),
  );
}
