import type { Domain } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import { inOrder } from '../check/in-order.ts';
import type { ListedName } from '../check/lists.ts';
import { invalidRow, openNames } from '../check/names.ts';
import type { RowsAnswer } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { rowOf } from '../output/row.ts';
import { comparedFacts } from './list.ts';

export async function askDetails(
  context: Context,
  typed: string[],
  map: string | undefined,
): Promise<RowsAnswer<Domain>> {
  const { names, isBulk, asked, empty } = await openNames(context, {
    typed,
    map,
    command: 'dotaf domains show',
  });
  const answer = (name: ListedName) =>
    rowOf({ domain: name.text }, async () => {
      const service = await context.account.service();
      const domain = await service.domain(name.text, isBulk);
      if (comparedFacts.every((fact) => domain[fact] === null)) {
        const says = `${name.text}: the answer has no fact of a domain`;
        await context.output.warning(nothingFound(says, [domain]).message);
      }
      return domain;
    });
  const rows = inOrder(names, { limit: 6 }, async (name) =>
    name.reason === undefined ? answer(name) : invalidRow(name),
  );
  return { asked, rows, empty };
}
