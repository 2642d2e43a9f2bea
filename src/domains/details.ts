import { missingFactsFailure } from '../api/missing-facts.ts';
import type { Service } from '../api/service.ts';
import { toInvalidRow } from '../check/normalize-names.ts';
import { mapInOrder } from '../core/concurrency.ts';
import { type NoticeQueue, warning } from '../core/notices.ts';
import type { DomainNameEntry } from '../lists/domain-name-list.ts';
import { toRow } from '../output/row.ts';
import { hasFacts } from './list.ts';

/** Requests the details of each domain, and warns if a response contains none. */
export function readDomainDetails(
  service: Service,
  names: readonly DomainNameEntry[],
  isBulk: boolean,
  notices: NoticeQueue,
) {
  const fetchRow = (name: DomainNameEntry) =>
    toRow({ domain: name.text }, async () => {
      const domain = await service.domain(name.text, isBulk);
      if (!hasFacts(domain)) {
        const failure = missingFactsFailure(`${name.text}: the answer has no fact of a domain`, [
          domain,
        ]);
        notices.add(warning(failure.message));
      }
      return domain;
    });
  return mapInOrder(names, { limit: 6 }, async (name) =>
    name.reason === undefined ? fetchRow(name) : toInvalidRow(name),
  );
}
