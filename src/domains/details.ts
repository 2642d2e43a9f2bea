import { missingAttributesError } from '../api/missing-attributes.ts';
import type { Domain } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { toInvalidNameRow } from '../check/normalize-names.ts';
import { detailConcurrency, mapInOrder } from '../core/concurrency.ts';
import type { Report } from '../core/report.ts';
import type { NameEntry } from '../lists/domain-list.ts';
import { createRowFromTask } from '../output/row.ts';
import { hasKnownAttributes } from './list.ts';

export function fetchDomainDetails(
  service: ApiService,
  names: readonly NameEntry[],
  isBulk: boolean,
  report: Report,
  /** Called with each result; null if the name is not in the account. */
  onAnswer: (name: string, domain: Domain | null) => void,
) {
  return mapInOrder(names, detailConcurrency, async (name) => {
    if (name.reason) return toInvalidNameRow(name);
    const { text } = name;
    const row = await createRowFromTask({ domain: text }, async () => {
      const domain = await service.domain(text, isBulk);
      if (!hasKnownAttributes(domain)) {
        const problem = `${text}: the answer has no fact of a domain`;
        report.warn(missingAttributesError(problem, [domain]).message);
      }
      return domain;
    });
    if ('value' in row) onAnswer(text, row.value);
    else if (row.error.code === 'not_found') onAnswer(text, null);
    return row;
  });
}
