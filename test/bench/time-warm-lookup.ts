import { CommandContext } from '../../src/cli/context.ts';
import type { System } from '../../src/system/system.ts';

/** @returns duration of the second of two lookups, in microseconds */
export async function timeWarmLookup(system: System): Promise<number> {
  const context = new CommandContext(system, { input: false }, new AbortController().signal);
  const service = await context.account.service();
  await service.balance();
  const start = process.hrtime.bigint();
  await service.balance();
  const microseconds = Number(process.hrtime.bigint() - start) / 1000;
  await context.close();
  return microseconds;
}
