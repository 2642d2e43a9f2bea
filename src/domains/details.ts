import { nothingFound } from '../api/nothing-found.ts';
import { inOrder } from '../check/in-order.ts';
import type { ListedName } from '../check/lists.ts';
import { invalidRow, openNames } from '../check/names.ts';
import type { Context } from '../cli/context.ts';
import { rowOf } from '../output/row.ts';
import { isStated } from './list.ts';

export async function askDetails(context: Context, typed: string[], map: string | undefined) {
  const { names, isBulk, asked, empty } = await openNames(context, {
    typed,
    map,
    command: 'dotaf domains show',
  });
  const answer = (name: ListedName) =>
    rowOf({ domain: name.text }, async () => {
      const service = await context.account.service();
      const domain = await service.domain(name.text, isBulk);
      if (!isStated(domain)) {
        const failure = nothingFound(`${name.text}: the answer has no fact of a domain`, [domain]);
        await context.output.warning(failure.message);
      }
      return domain;
    });
  const rows = inOrder(names, { limit: 6 }, async (name) =>
    name.reason === undefined ? answer(name) : invalidRow(name),
  );
  return { asked, rows, empty };
}
