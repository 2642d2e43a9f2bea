import { CommandContext } from '../../src/cli/context.ts';
import type { System } from '../../src/system/system.ts';

/** @returns microseconds that the second of two look-ups took */
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
