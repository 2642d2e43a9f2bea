import type { Domain } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import { inOrder } from '../check/in-order.ts';
import { invalidRow, type OpenNames, openNames } from '../check/names.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { domainFacts } from './list.ts';

export async function askDetails(
  context: Context,
  typed: string[],
  map: string | undefined,
): Promise<RowsAnswer<Domain>> {
  const none = new Failure('usage', 'no domain to show', {
    hint: 'dotaf domains show kabul.af, or dotaf domains ls to see them all',
  });
  const command = 'dotaf domains show';
  const opened = await openNames(context, { typed, map, command, doing: 'showing', none });
  const { asked, empty } = opened;
  return { asked, rows: rowsOf(context, opened), empty };
}

async function* rowsOf(
  context: Context,
  { names, isBulk }: OpenNames,
): AsyncGenerator<Row<Domain>> {
  yield* inOrder(names, { limit: 6 }, async (name) => {
    if (name.reason !== undefined) {
      return invalidRow(name);
    }
    return rowOf({ domain: name.text }, async () => {
      const domain = await (await context.service()).domain(name.text, isBulk);
      if (domainFacts.every((fact) => domain[fact] === null)) {
        const says = `${name.text}: the answer has no fact of a domain`;
        await context.output.warning(nothingFound(says, [domain]).message);
      }
      return domain;
    });
  });
}
