import { missingFactsFailure } from '../api/missing-facts.ts';
import type { ApiService } from '../api/service.ts';
import { toInvalidNameRow } from '../check/normalize-names.ts';
import { mapInOrder } from '../core/concurrency.ts';
import { createWarning, type NoticeQueue } from '../core/notices.ts';
import type { DomainNameEntry } from '../lists/domain-name-list.ts';
import { runTaskAsRow } from '../output/row.ts';
import { hasKnownFacts } from './list.ts';

/** Requests the details of each domain, and warns if a response contains none. */
export function readDomainDetails(
  service: ApiService,
  names: readonly DomainNameEntry[],
  isBulk: boolean,
  notices: NoticeQueue,
) {
  const fetchRow = (name: DomainNameEntry) =>
    runTaskAsRow({ domain: name.text }, async () => {
      const domain = await service.domain(name.text, isBulk);
      if (!hasKnownFacts(domain)) {
        const failure = missingFactsFailure(`${name.text}: the answer has no fact of a domain`, [
          domain,
        ]);
        notices.add(createWarning(failure.message));
      }
      return domain;
    });
  return mapInOrder(names, { limit: 6 }, async (name) =>
    name.reason === undefined ? fetchRow(name) : toInvalidNameRow(name),
  );
}
